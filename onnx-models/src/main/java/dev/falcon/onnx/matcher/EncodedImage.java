package dev.falcon.onnx.matcher;

/**
 * A picture as encoded by a {@link MatchScorer}, once for many pairs.
 *
 * @param state the matcher's own: the token states of a split model, the pixels of a one-file
 *     model, the unit vector of a dual encoder
 */
@SuppressWarnings("ArrayRecordComponent") // held by the thousand, never compared
public record EncodedImage(float[] state) {}
