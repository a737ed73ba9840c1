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
 * @param retrieval on the held-out pairs, in percent: {@code txt_} is image-to-text, {@code img_}
 *     text-to-image; the group {@code truth} counts every true match as right, where the truth is
 *     known; {@code reranked} is after re-ranking by the matching head, if requested; null after an
 *     interruption
 * @param rejects number of unused rows and captions of the data
 * @param milliseconds per step, by kind of work, over the steps of this process
 */
public record TrainResult(
    boolean finished,
    long steps,
    Path checkpoint,
    Scores retrieval,
    long rejects,
    Map<String, Double> milliseconds) {}
