// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Provenance;
import dev.falcon.eval.compositional.score.TieRule;
import dev.falcon.eval.compositional.suite.SuiteReference;
import dev.falcon.eval.metric.TieBudget;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a model on a suite, as written to {@value #NAME}. Shares are in percent.
 *
 * @param version the version of the format
 * @param provenance Falcon's version, the options and the data
 * @param suite the suite
 * @param modelSha256 the digest of everything that determines the model's vectors; empty if the
 *     suite's table gave the scores
 * @param scoredBy what scored a pair
 * @param imagesSha256 the digest of the images' contents
 * @param images the number of distinct images that the suite names
 * @param captions the number of distinct captions
 * @param rejected the number of images and rows that could not be used
 * @param items the number of judged items
 * @param missing the number of items that were not judged, since an image is missing
 * @param unscored the number of judged items with a score that is NaN, which count as wrong
 * @param ties the number of items that only equal scores keep from being right
 * @param averages the averages, by their definitions
 * @param trained the items on images of the training data, and all others; empty if these data are
 *     not known
 * @param subsets the result of each subset
 * @param tieBudget how many items another machine's rounding may decide differently
 * @param references published results
 * @param warnings what is unusual about the suite's files
 */
@JsonPropertyOrder({
  "version",
  "provenance",
  "suite",
  "modelSha256",
  "scoredBy",
  "imagesSha256",
  "images",
  "captions",
  "rejected",
  "items",
  "missing",
  "unscored",
  "ties",
  "averages",
  "trained",
  "subsets",
  "tieBudget",
  "references",
  "warnings"
})
public record CompositionalResult(
    int version,
    Provenance provenance,
    Identity suite,
    String modelSha256,
    ScoredBy scoredBy,
    String imagesSha256,
    int images,
    int captions,
    int rejected,
    int items,
    int missing,
    int unscored,
    int ties,
    Map<String, ShareSummary> averages,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Trained> trained,
    List<SubsetResult> subsets,
    TieBudget tieBudget,
    List<SuiteReference> references,
    List<String> warnings) {
  /** The file's name within an output folder. */
  public static final String NAME = "suite.json";

  /** The version that is written. */
  public static final int VERSION = 1;

  /**
   * A suite.
   *
   * @param name its name
   * @param title its name for people
   * @param sha256 the digest of its items
   * @param protocol when an item is right; {@code mixed} if items have several shapes
   * @param ties what equal scores decide in the suite's own code
   * @param average the average that its authors report
   */
  @JsonPropertyOrder({"name", "title", "sha256", "protocol", "ties", "average"})
  public record Identity(
      String name, String title, String sha256, String protocol, TieRule ties, String average) {}

  /**
   * The result by whether an item's image was in the training data.
   *
   * @param seenItems the number of items with such an image
   * @param seen their shares; NaN for none
   * @param unseenItems the number of other items
   * @param unseen their shares; NaN for none
   */
  @JsonPropertyOrder({"seenItems", "seen", "unseenItems", "unseen"})
  public record Trained(int seenItems, ShareSummary seen, int unseenItems, ShareSummary unseen) {
    /** Returns the result, with the items on images of the training data first. */
    static Trained of(Map<Boolean, List<ItemOutcome>> bySeen) {
      return new Trained(
          bySeen.get(true).size(),
          ShareSummary.of(bySeen.get(true)),
          bySeen.get(false).size(),
          ShareSummary.of(bySeen.get(false)));
    }
  }
}
