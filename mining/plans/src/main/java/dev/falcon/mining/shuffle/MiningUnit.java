// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.shuffle;

/**
 * The unit of work of mining: one search space of one epoch. Its result depends only on the
 * request, its vectors and these two numbers.
 *
 * @param epoch the epoch, from 0
 * @param space the number of the search space in its epoch, from 0
 */
public record MiningUnit(int epoch, int space) {}
