// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.taxonomy;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A request to prepare a folder of photographs.
 *
 * @param folder the folder that contains one folder per class, directly or below {@code train}, as
 *     in Tiny ImageNet and CIFAR-10. Held-out photographs are taken from the classes below {@code
 *     test} or {@code val} if there are any, and otherwise from the photographs not used for
 *     training
 * @param taxonomy the table of the kinds above the classes, see {@link
 *     dev.falcon.data.taxonomy.Taxonomy#read}; empty to use WordNet for classes named by ImageNet's
 *     identifiers, or the built-in taxonomy for CIFAR-10's classes
 * @param wordNet the folder of WordNet's {@code data.noun}
 * @param pairs the number of training photographs to draw, each with one caption
 * @param heldImages the number of held-out photographs to draw
 * @param heldCaptions the number of captions per held-out photograph
 * @param rules the rules for drawing captions; their number of captions per image is ignored
 * @param output the output folder
 * @param overwrite whether data of other options are replaced
 */
public record ImageFoldersRequest(
    Path folder,
    Optional<Path> taxonomy,
    Path wordNet,
    int pairs,
    int heldImages,
    int heldCaptions,
    CaptionRules rules,
    Path output,
    boolean overwrite) {
  public ImageFoldersRequest {
    if (pairs < 2 || heldImages < 2 || heldCaptions < 1) {
      throw new RequestException(
          "photographs need at least 2 pairs, 2 held-out images and 1 caption of each; pairs="
              + pairs
              + ", held images="
              + heldImages
              + ", held captions="
              + heldCaptions);
    }
  }
}
