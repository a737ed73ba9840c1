package dev.falcon.data.gate;

/**
 * The outcome of a gate.
 *
 * @param gate as it was written
 * @param detail the numbers it was decided by, or why it cannot be decided
 */
public record GateResult(String gate, boolean holds, String detail) {
  /** One line for people. */
  public String line() {
    return (holds ? "gate holds: " : "gate FAILS: ") + gate + ": " + detail;
  }
}
