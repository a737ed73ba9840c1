package dev.falcon.data.store;

/** The reasons for which rows of a store are unusable. */
final class StoreReasons {
  private StoreReasons() {}

  /** The reason of a row whose key an earlier row has. */
  static String sameKey(long earlier) {
    return "its key is that of row " + earlier + " too";
  }

  /** Both reasons in one. */
  static String both(String first, String second) {
    return first + "; " + second;
  }
}
