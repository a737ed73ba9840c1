package dev.falcon.mining.label.page;

import dev.falcon.mining.label.LabelPair;

/**
 * A pair that an annotator is asked of.
 *
 * @param rank its place in the order
 * @param repeat whether the annotator has been asked before
 */
record LabelTask(int rank, LabelPair pair, boolean repeat) {}
