package dev.falcon.data.taxonomy;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A request to prepare a folder of photographs.
 *
 * @param folder one folder per class, perhaps below {@code train}, as in Tiny ImageNet and
 *     CIFAR-10; if there are also classes below {@code test} or {@code val}, the held-out
 *     photographs are taken from them, otherwise from the others
 * @param taxonomy the kinds above the classes, see {@link dev.falcon.data.taxonomy.Taxonomy#read};
 *     empty for WordNet's, of classes that have ImageNet's identifiers, or the built-in one of
 *     CIFAR-10's classes
 * @param wordNet the folder of WordNet's {@code data.noun}
 * @param pairs number of training photographs, with one caption each; drawn
 * @param heldImages number of held-out photographs; drawn
 * @param heldCaptions number of captions of each
 * @param rules for drawing captions; their number per image is ignored
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
