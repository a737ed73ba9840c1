// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.folder;

import java.util.List;

/**
 * The result of running a model folder.
 *
 * @param folder the folder
 * @param device the device on which it ran
 * @param checks the checks, one per part of the model, in order
 * @param against the compared folder; null for none
 * @param comparisons the differences between the results of the two folders
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
   * @param part the name of the part, such as {@code images}
   * @param passed whether the part opened, ran, and returned finite values of the right shape
   * @param detail a description of its output, or the failure
   */
  public record Check(String part, boolean passed, String detail) {}

  /**
   * The difference between the two folders' results for one part, on the same pictures and
   * captions.
   *
   * @param part the name of the part, such as {@code images}
   * @param maxAbsDifference the largest absolute difference
   * @param minCosine the smallest cosine of two vectors; null if the results are not vectors
   */
  public record Comparison(String part, double maxAbsDifference, Double minCosine) {}

  /** Returns whether every part passed. */
  public boolean passed() {
    return checks.stream().allMatch(Check::passed);
  }

  /** Returns the largest absolute difference of all parts; 0 without a comparison. */
  public double maxAbsDifference() {
    return comparisons.stream().mapToDouble(Comparison::maxAbsDifference).max().orElse(0);
  }
}
