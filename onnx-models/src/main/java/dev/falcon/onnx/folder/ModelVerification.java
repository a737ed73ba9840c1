package dev.falcon.onnx.folder;

import java.util.List;

/**
 * What came of running a model folder.
 *
 * @param folder the folder
 * @param device where it ran
 * @param checks one a part of the model, in order
 * @param against the folder that it was compared with; null for none
 * @param comparisons how far the two folders' results are apart
 */
public record ModelVerification(
    String folder,
    String device,
    List<Check> checks,
    String against,
    List<Comparison> comparisons) {

  /**
   * A part of the model that ran or did not.
   *
   * @param part such as {@code images}
   * @param passed whether it opened, ran, and gave finite numbers of the right shape
   * @param detail what it gave, or what is wrong
   */
  public record Check(String part, boolean passed, String detail) {}

  /**
   * How far one part's results are apart, for the same pictures and captions.
   *
   * @param part such as {@code images}
   * @param maxAbsDifference the largest difference of two numbers
   * @param minCosine the smallest cosine of two vectors; null where the results are no vectors
   */
  public record Comparison(String part, double maxAbsDifference, Double minCosine) {}

  /** Whether every part passed. */
  public boolean passed() {
    return checks.stream().allMatch(Check::passed);
  }

  /** The largest difference of all parts; 0 where nothing was compared. */
  public double maxAbsDifference() {
    return comparisons.stream().mapToDouble(Comparison::maxAbsDifference).max().orElse(0);
  }
}
