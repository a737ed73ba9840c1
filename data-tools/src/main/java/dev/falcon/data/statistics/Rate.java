package dev.falcon.data.statistics;

/**
 * A share of pairs with its interval.
 *
 * @param share the share, weighted; NaN where nothing was judged
 * @param interval Wilson's 95 % interval; null where nothing was judged
 * @param positives how many of the judged pairs count
 * @param judged how many pairs were judged
 * @param population how many pairs they stand for
 */
public record Rate(
    double share, Interval interval, long positives, long judged, double population) {}
