package dev.falcon.training.device;

import java.util.List;

/**
 * What a check found.
 *
 * @param asked the device as it was named
 * @param items in the order of the check
 */
public record DeviceCheckResult(String asked, List<Item> items) {
  /** How an item ended. */
  public enum Outcome {
    /** It held. */
    PASS,
    /** It did not. */
    FAIL,
    /** There is no such device, so nothing was tried. */
    NO_DEVICE
  }

  /**
   * One thing that was tried.
   *
   * @param name such as {@code embedding parity}
   * @param detail figures, or what is wrong
   */
  public record Item(String name, Outcome outcome, String detail) {}

  /** Whether all items held. */
  public boolean passed() {
    return items.stream().allMatch(item -> item.outcome() == Outcome.PASS);
  }
}
