// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

/** One side of a pair as it is sent. */
sealed interface AskedSide permits SentPicture, AskedSide.Quoted {
  /** A text that the question quotes. */
  record Quoted(String text) implements AskedSide {}
}
