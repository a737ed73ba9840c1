package dev.falcon.eval.caption;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Which captions to evaluate, against what.
 *
 * @param predictions a JSON list of {@code {image_id, caption}}, COCO's result form
 * @param references COCO's annotation file: {@code annotations} of {@code {image_id, caption}}
 * @param predictedOnly whether pictures without a prediction are left out rather than refused, as
 *     for a part of a larger annotation file
 * @param meteorJar METEOR 1.5's jar; empty to leave METEOR out
 * @param spiceJar SPICE 1.0's jar, beside its {@code lib} folder; empty to leave SPICE out
 * @param jarLimit how long each of these two programs may take, after which it is ended
 */
public record CaptionRequest(
    Path predictions,
    Path references,
    boolean predictedOnly,
    Optional<Path> meteorJar,
    Optional<Path> spiceJar,
    Duration jarLimit) {
  /** Enough for the largest sets in use, with some room. */
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
