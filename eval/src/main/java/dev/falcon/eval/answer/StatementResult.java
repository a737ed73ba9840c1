// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.answer;

import dev.falcon.data.Provenance;
import dev.falcon.eval.metric.Scores;

/**
 * The result of an evaluation of statements.
 *
 * @param provenance Falcon's version and the files
 * @param statements the number of statements with their pictures
 * @param sentences the number of different sentences
 * @param scores {@code accuracy}; {@code consistency}, the share of sentences that are judged
 *     correctly for all their pictures; {@code majority}, the accuracy of always giving the more
 *     common answer; all in percent
 */
public record StatementResult(
    Provenance provenance, int statements, int sentences, Scores scores) {}
