// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label.page;

import dev.falcon.data.sample.PairSide;
import java.util.List;

/** One side of a pair as the page receives it. The name of its only field determines its kind. */
sealed interface ShownSide {
  /** A text. */
  record Words(String text) implements ShownSide {}

  /**
   * A picture.
   *
   * @param picture the address from which the page fetches it, or a {@code data:} address; empty if
   *     browsers cannot show it
   */
  record Picture(String picture) implements ShownSide {}

  /** Gives the addresses of pictures. */
  @FunctionalInterface
  interface Address {
    /**
     * Returns the address of a picture.
     *
     * @param side 0 for the pair's first side, 1 for its second
     */
    String of(PairSide.Picture picture, int side);
  }

  /** Returns both sides of a pair. */
  static List<ShownSide> of(List<PairSide> pair, Address address) {
    return List.of(of(pair.get(0), 0, address), of(pair.get(1), 1, address));
  }

  private static ShownSide of(PairSide side, int number, Address address) {
    return side instanceof PairSide.Picture picture
        ? new Picture(address.of(picture, number))
        : new Words(side.words().orElseThrow());
  }
}
