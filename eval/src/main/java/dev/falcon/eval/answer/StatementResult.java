package dev.falcon.eval.answer;

import dev.falcon.data.Provenance;
import dev.falcon.eval.metric.Scores;

/**
 * How right judgements of statements are.
 *
 * @param provenance Falcon's version and the files
 * @param statements how many statements with their pictures there are
 * @param sentences how many different sentences
 * @param scores {@code accuracy}; {@code consistency}, the share of sentences judged right with all
 *     their pictures; {@code majority}, the accuracy of always giving the more common answer; all
 *     in percent
 */
public record StatementResult(
    Provenance provenance, int statements, int sentences, Scores scores) {}
