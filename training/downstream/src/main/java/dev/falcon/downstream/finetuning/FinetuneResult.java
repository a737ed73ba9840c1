// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.finetuning;

import dev.falcon.eval.metric.Scores;
import java.nio.file.Path;
import java.util.Map;

/**
 * The result of fine-tuning.
 *
 * @param finished false after an interruption; the same request resumes
 * @param steps total number of steps
 * @param checkpoint the newest checkpoint
 * @param scores the scores of the selected epoch in percent, in the groups {@code held} and {@code
 *     test}; empty before the first measurement
 * @param epoch the selected epoch, from 0; -1 for none
 * @param rejects number of unusable training examples
 * @param milliseconds the mean time per step in milliseconds, by kind of work, over the steps of
 *     this process
 */
public record FinetuneResult(
    boolean finished,
    long steps,
    Path checkpoint,
    Scores scores,
    int epoch,
    long rejects,
    Map<String, Double> milliseconds) {}
