/**
 * How good is the model? The DataComp suite of zero-shot tasks, image–text retrieval, and reports
 * that set runs side by side.
 */
package dev.falcon.eval;
