// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

/** The reasons why rows of a store are unusable. */
final class StoreReasons {
  private StoreReasons() {}

  /** Returns the reason for a row whose key an earlier row has. */
  static String sameKey(long earlier) {
    return "its key is that of row " + earlier + " too";
  }

  /** Returns two reasons as one. */
  static String both(String first, String second) {
    return first + "; " + second;
  }
}
