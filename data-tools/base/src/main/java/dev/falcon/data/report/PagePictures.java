// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.report;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The pictures of samples on a page. */
public interface PagePictures {
  /** The usual greatest side in pixels. */
  int SIDE = 192;

  /**
   * Returns the pictures of samples as markup, by key: for a pair of pictures both in order,
   * otherwise one. Samples without a picture are left out.
   *
   * @param keys the samples' keys
   * @param side the greatest side in pixels
   */
  Map<String, List<String>> of(Set<String> keys, int side);
}
