/** Seeded permutations of any number of rows, and their division into search spaces. */
package dev.falcon.mining.shuffle;
