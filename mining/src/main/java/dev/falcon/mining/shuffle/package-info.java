/** Seeded permutations of any number of rows, and the search spaces that they are cut into. */
package dev.falcon.mining.shuffle;
