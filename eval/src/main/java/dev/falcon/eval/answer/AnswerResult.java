package dev.falcon.eval.answer;

import dev.falcon.data.Provenance;
import dev.falcon.eval.metric.Scores;

/**
 * How right answers are.
 *
 * @param provenance Falcon's version, the rules and the files
 * @param rules whose rules
 * @param questions number of questions, all of them answered
 * @param scores {@code accuracy} and, by kind, {@code answer_type.…} and {@code question_type.…},
 *     in percent; none where people's answers are not there, so that the predictions were checked
 *     only
 */
public record AnswerResult(
    Provenance provenance, AnswerRules rules, int questions, Scores scores) {}
