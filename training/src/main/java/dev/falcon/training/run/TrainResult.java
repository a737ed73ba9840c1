package dev.falcon.training.run;

import dev.falcon.eval.metric.Scores;
import java.nio.file.Path;
import java.util.Map;

/**
 * A run's end.
 *
 * @param finished false where it was interrupted; the same request goes on
 * @param steps taken in all
 * @param checkpoint the newest
 * @param retrieval on the held-out pairs, in percent: {@code txt_} is image-to-text, {@code img_}
 *     text-to-image; in the group {@code truth} with every true match counted as right, where the
 *     truth is known; in {@code reranked} after re-ranking by the matching head, where that was
 *     asked for; null where the run was interrupted
 * @param rejects how many rows and captions of the data were not used
 * @param milliseconds a step by what it was spent on, of the steps that this process took
 */
public record TrainResult(
    boolean finished,
    long steps,
    Path checkpoint,
    Scores retrieval,
    long rejects,
    Map<String, Double> milliseconds) {}
