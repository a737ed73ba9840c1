// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import java.util.List;
import java.util.stream.Stream;

/** The two sides of a pair as they are sent. */
record AskedPair(AskedSide first, AskedSide second) {
  /** Returns a pair of a picture and a caption. */
  static AskedPair of(SentPicture picture, String caption) {
    return new AskedPair(picture, new AskedSide.Quoted(caption));
  }

  /** Returns a pair of two texts. */
  static AskedPair of(String first, String second) {
    return new AskedPair(new AskedSide.Quoted(first), new AskedSide.Quoted(second));
  }

  /** Returns the pictures, in order. */
  List<SentPicture> pictures() {
    return sides(SentPicture.class).toList();
  }

  /** Returns the texts, in order. */
  List<String> texts() {
    return sides(AskedSide.Quoted.class).map(AskedSide.Quoted::text).toList();
  }

  private <T extends AskedSide> Stream<T> sides(Class<T> type) {
    return Stream.of(first, second).filter(type::isInstance).map(type::cast);
  }
}
