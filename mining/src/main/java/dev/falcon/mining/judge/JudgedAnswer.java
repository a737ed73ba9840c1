package dev.falcon.mining.judge;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A model's answer for a pair: a line of the file of answers.
 *
 * @param key a digest of the question: model, parameters, picture as sent, caption
 * @param score the probability of a match, in [0, 1]; null where the answer says neither
 * @param mass the probability of all tokens that say yes or no; of votes the share that could be
 *     read
 * @param tokensIn tokens of the question
 * @param tokensOut tokens of the answer
 * @param text of the answer, cut
 * @param model that the server says has answered
 * @param fingerprint the server's, where it gives one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JudgedAnswer(
    String key,
    Double score,
    double mass,
    long tokensIn,
    long tokensOut,
    String text,
    String model,
    String fingerprint) {}
