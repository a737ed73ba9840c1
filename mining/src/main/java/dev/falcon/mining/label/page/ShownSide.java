package dev.falcon.mining.label.page;

import dev.falcon.data.sample.PairSide;
import java.util.List;

/** One side of a pair as the page has it: the name of its only field says which kind it is. */
sealed interface ShownSide {
  /** A text. */
  record Words(String text) implements ShownSide {}

  /**
   * A picture.
   *
   * @param picture where the page fetches it, or a {@code data:} address; empty where browsers
   *     cannot show it
   */
  record Picture(String picture) implements ShownSide {}

  /** Where a picture is found. */
  @FunctionalInterface
  interface Address {
    /**
     * The address of a picture.
     *
     * @param side 0 for the pair's first side, 1 for its second
     */
    String of(PairSide.Picture picture, int side);
  }

  /** Both sides of a pair. */
  static List<ShownSide> of(List<PairSide> pair, Address address) {
    return List.of(of(pair.get(0), 0, address), of(pair.get(1), 1, address));
  }

  private static ShownSide of(PairSide side, int number, Address address) {
    return side instanceof PairSide.Picture picture
        ? new Picture(address.of(picture, number))
        : new Words(side.words().orElseThrow());
  }
}
