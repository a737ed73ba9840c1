// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.device;

import java.util.List;

/**
 * The results of a check.
 *
 * @param asked the device as requested
 * @param items the checked items, in order
 */
public record DeviceCheckResult(String asked, List<Item> items) {
  /** The outcome of an item. */
  public enum Outcome {
    /** The check passed. */
    PASS,
    /** The check failed. */
    FAIL,
    /** There is no such device, so nothing was run. */
    NO_DEVICE
  }

  /**
   * One checked item.
   *
   * @param name the item's name, such as {@code embedding parity}
   * @param outcome whether it passed
   * @param detail the figures, or the reason of a failure
   */
  public record Item(String name, Outcome outcome, String detail) {}

  /** Returns whether all items passed. */
  public boolean passed() {
    return items.stream().allMatch(item -> item.outcome() == Outcome.PASS);
  }
}
