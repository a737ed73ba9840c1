package dev.falcon.mining.shuffle;

/**
 * The unit of work of mining: one search space of one epoch. Its result depends on the request, its
 * vectors and these two numbers alone.
 *
 * @param epoch from 0
 * @param space number of the search space in its epoch, from 0
 */
public record MiningUnit(int epoch, int space) {}
