package dev.falcon.training.run;

import dev.falcon.eval.metric.Scores;
import java.nio.file.Path;
import java.util.Map;

/**
 * Fine-tuning's end.
 *
 * @param finished false where it was interrupted; the same request goes on
 * @param steps taken in all
 * @param checkpoint the newest
 * @param scores in percent, in the groups {@code held} and {@code test}, of the epoch that counts;
 *     none before the first measurement
 * @param epoch the epoch that counts, from 0; -1 for none
 * @param rejects how many training examples could not be used
 * @param milliseconds a step by what it was spent on, of the steps that this process took
 */
public record FinetuneResult(
    boolean finished,
    long steps,
    Path checkpoint,
    Scores scores,
    int epoch,
    long rejects,
    Map<String, Double> milliseconds) {}
