// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.suite;

import java.util.Optional;

/**
 * A picture of a suite.
 *
 * @param name the file's path below the folder of images, or the sample's key in a dataset
 * @param box the part that is shown to the model; empty for the whole picture
 */
public record SuitePicture(String name, Optional<Box> box) {
  /**
   * A rectangle in pixels, of which the part within the picture is used.
   *
   * @param x its left edge
   * @param y its upper edge
   * @param width at least 1
   * @param height at least 1
   */
  public record Box(int x, int y, int width, int height) {}
}
