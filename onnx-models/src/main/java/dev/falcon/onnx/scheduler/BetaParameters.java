package dev.falcon.onnx.scheduler;

/**
 * The parameters of one Beta distribution a row, from which the row's quantile is drawn.
 *
 * @param alpha {@code // [rows]}, above 0
 * @param beta {@code // [rows]}, above 0
 */
@SuppressWarnings("ArrayRecordComponent") // a row is not worth an object; never compared
public record BetaParameters(float[] alpha, float[] beta) {
  /** How many rows there are. */
  public int rows() {
    return alpha.length;
  }
}
