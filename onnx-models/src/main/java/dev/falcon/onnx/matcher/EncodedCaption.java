package dev.falcon.onnx.matcher;

/**
 * A caption as encoded by a {@link MatchScorer}.
 *
 * @param ids its tokens without padding; empty for a dual encoder
 * @param vector its unit vector; empty for a matching model
 */
@SuppressWarnings("ArrayRecordComponent") // held by the thousand, never compared
public record EncodedCaption(int[] ids, float[] vector) {}
