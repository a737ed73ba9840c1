// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.run;

import dev.falcon.eval.metric.Scores;
import java.nio.file.Path;
import java.util.Map;

/**
 * The result of a training run.
 *
 * @param finished false after an interruption; the same request resumes
 * @param steps total number of steps
 * @param checkpoint the newest checkpoint
 * @param retrieval the scores of retrieval on the held-out pairs, in percent; null after an
 *     interruption. {@code txt_} is image-to-text, {@code img_} text-to-image. If the truth is
 *     known, the group {@code truth} counts every true match as right. If re-ranking by the
 *     matching head was requested, the group {@code reranked} holds the scores after it
 * @param rejects number of unused rows and captions of the data
 * @param milliseconds the mean time per step in milliseconds, by kind of work, over the steps of
 *     this process
 */
public record TrainResult(
    boolean finished,
    long steps,
    Path checkpoint,
    Scores retrieval,
    long rejects,
    Map<String, Double> milliseconds) {}
