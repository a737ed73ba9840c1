// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.request;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * The distribution of a judge's scores on the negatives of a kind, in which each pair counts with
 * its weight.
 *
 * @param quantile the quantile of the negatives; null for all of the kind
 * @param pairs the number of pairs with a score
 * @param standardDeviation the standard deviation of the population
 * @param p5 the 5 % quantile, and so on: the least score at which that share of the weight is
 *     reached
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
