// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.answer;

import dev.falcon.data.Provenance;
import dev.falcon.eval.metric.Scores;

/**
 * The result of an evaluation of answers.
 *
 * @param provenance Falcon's version, the rules and the files
 * @param rules the rules of evaluation
 * @param questions the number of questions, all of them answered
 * @param scores {@code accuracy} and, by kind, {@code answer_type.…} and {@code question_type.…},
 *     in percent; empty if there are no answers by people, so that the predictions were only
 *     checked
 */
public record AnswerResult(
    Provenance provenance, AnswerRules rules, int questions, Scores scores) {}
