// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.falcon.data.Reject;
import java.util.List;

/**
 * The result of a run of an outside judge.
 *
 * @param pairs the number of pairs that the audit drew, each counted once
 * @param asked the number of questions that this run sent
 * @param scored the number of pairs with a score
 * @param tokensIn the number of tokens of the questions of all answers, including those of earlier
 *     runs
 * @param tokensOut the number of tokens of all answers, including those of earlier runs
 * @param retries the number of times that a question was sent again
 * @param lowMass the number of answers in which yes and no together have less than half of the
 *     probability
 * @param stopped the reason why the run ended before all pairs were asked; null if it did not
 * @param rejects the pairs without a score, with the reason
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JudgeOutcome(
    int pairs,
    int asked,
    int scored,
    long tokensIn,
    long tokensOut,
    long retries,
    int lowMass,
    String stopped,
    List<Reject> rejects) {}
