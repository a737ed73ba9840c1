// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A request to evaluate captions.
 *
 * @param predictions a JSON list of {@code {image_id, caption}}, COCO's result form
 * @param references COCO's annotation file: {@code annotations} of {@code {image_id, caption}}
 * @param predictedOnly whether pictures without a prediction are left out instead of refused, for
 *     example if the predictions are for a part of a larger annotation file
 * @param meteorJar the jar of METEOR 1.5; empty to leave METEOR out
 * @param spiceJar the jar of SPICE 1.0, beside its {@code lib} folder; empty to leave SPICE out
 * @param jarLimit the time, above 0, after which each of these two programs is ended
 */
public record CaptionRequest(
    Path predictions,
    Path references,
    boolean predictedOnly,
    Optional<Path> meteorJar,
    Optional<Path> spiceJar,
    Duration jarLimit) {
  /** The default limit, which suffices for the largest data sets in use. */
  public static final Duration USUAL_LIMIT = Duration.ofHours(2);

  /**
   * @throws RequestException if the limit is not positive
   */
  public CaptionRequest {
    if (jarLimit.isNegative() || jarLimit.isZero()) {
      throw new RequestException("a jar must be given a minute at least; " + jarLimit + " is none");
    }
  }
}
