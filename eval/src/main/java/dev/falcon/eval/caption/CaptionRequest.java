package dev.falcon.eval.caption;

import java.nio.file.Path;
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
 */
public record CaptionRequest(
    Path predictions,
    Path references,
    boolean predictedOnly,
    Optional<Path> meteorJar,
    Optional<Path> spiceJar) {}
