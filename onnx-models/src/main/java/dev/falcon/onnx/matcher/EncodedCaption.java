package dev.falcon.onnx.matcher;

/**
 * What a {@link MatchScorer} keeps of a caption.
 *
 * @param ids its tokens without padding; empty for a dual encoder
 * @param vector its unit vector; empty for a matching model
 */
@SuppressWarnings("ArrayRecordComponent") // held by the thousand, never compared
public record EncodedCaption(int[] ids, float[] vector) {}
