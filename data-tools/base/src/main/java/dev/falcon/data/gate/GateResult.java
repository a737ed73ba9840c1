// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.gate;

/**
 * The outcome of a gate.
 *
 * @param gate the gate's text
 * @param holds whether the requirement is met
 * @param detail the numbers that decided it, or why it cannot be decided
 */
public record GateResult(String gate, boolean holds, String detail) {
  /** Returns the result as one line of text. */
  public String line() {
    return (holds ? "gate holds: " : "gate FAILS: ") + gate + ": " + detail;
  }
}
