package dev.falcon.data.photographs;

import dev.falcon.data.RequestException;
import dev.falcon.data.taxonomy.conversion.CaptionRules;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What to make of a folder of photographs.
 *
 * @param folder a folder for each class, perhaps below {@code train}, as Tiny ImageNet and CIFAR-10
 *     have it; where classes lie below {@code test} or {@code val}, too, the held-out photographs
 *     are of those, else they are taken from the others
 * @param taxonomy the kinds above the classes, see {@link dev.falcon.data.taxonomy.Taxonomy#read};
 *     empty for WordNet's, of classes that have ImageNet's identifiers, or the built-in one of
 *     CIFAR-10's classes
 * @param wordNet the folder of WordNet's {@code data.noun}
 * @param pairs photographs that are trained on, a caption each; drawn
 * @param heldImages photographs of the evaluation; drawn
 * @param heldCaptions captions of each
 * @param rules how captions are drawn; how many an image has does not matter here
 * @param output the folder to write
 * @param overwrite whether what was made by other options is made anew
 */
public record PhotographsRequest(
    Path folder,
    Optional<Path> taxonomy,
    Path wordNet,
    int pairs,
    int heldImages,
    int heldCaptions,
    CaptionRules rules,
    Path output,
    boolean overwrite) {
  public PhotographsRequest {
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
