// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.constraint;

import dev.falcon.data.RequestException;

/**
 * A test for suspected matches that needs no known positives. An item near a query is suspected to
 * match it if the query is also near the item's partner, another caption of the same image.
 *
 * <p>Two captions that only share words are near each other, but their partners are not. Two
 * captions of the same situation are near each other, and so are their partners.
 *
 * @param part the least share of the item's similarity that its partner must reach, in (0, 1]
 */
public record SecondWitness(double part) {
  public SecondWitness {
    if (!(part > 0 && part <= 1)) {
      throw new RequestException("witness must lie in (0, 1]; witness=" + part);
    }
  }

  /**
   * Returns whether an item is suspected.
   *
   * @param similarity the similarity of the query and the item
   * @param partner the similarity of the query and the item's partner
   */
  public boolean suspects(float similarity, float partner) {
    return partner >= part * similarity;
  }
}
