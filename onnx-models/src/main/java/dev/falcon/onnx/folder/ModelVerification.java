package dev.falcon.onnx.folder;

import java.util.List;

/**
 * The result of running a model folder.
 *
 * @param folder the folder
 * @param device on which it ran
 * @param checks one per part of the model, in order
 * @param against the compared folder; null for none
 * @param comparisons differences between the two folders' results
 */
public record ModelVerification(
    String folder,
    String device,
    List<Check> checks,
    String against,
    List<Comparison> comparisons) {

  /**
   * A checked part of the model.
   *
   * @param part such as {@code images}
   * @param passed whether it opened, ran, and returned finite values of the right shape
   * @param detail its output, or the failure
   */
  public record Check(String part, boolean passed, String detail) {}

  /**
   * The difference of one part's results, for the same pictures and captions.
   *
   * @param part such as {@code images}
   * @param maxAbsDifference the largest absolute difference
   * @param minCosine the smallest cosine of two vectors; null where the results are not vectors
   */
  public record Comparison(String part, double maxAbsDifference, Double minCosine) {}

  /** Returns whether every part passed. */
  public boolean passed() {
    return checks.stream().allMatch(Check::passed);
  }

  /** The largest difference of all parts; 0 without a comparison. */
  public double maxAbsDifference() {
    return comparisons.stream().mapToDouble(Comparison::maxAbsDifference).max().orElse(0);
  }
}
