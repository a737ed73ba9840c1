package dev.falcon.mining.audit.result;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * How a judge's scores of negatives of a kind are distributed, each pair by its weight.
 *
 * @param quantile of the negatives; null of all of the kind
 * @param pairs how many have a score
 * @param standardDeviation of the population
 * @param p5 the 5 % quantile; so the others: the least score at which that much weight is reached
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ScoreSummary(
    String judge,
    PairKind kind,
    Double quantile,
    long pairs,
    double mean,
    double standardDeviation,
    double min,
    double p5,
    double p25,
    double median,
    double p75,
    double p95,
    double max) {}
