/**
 * Evaluation of models: the DataComp suite of zero-shot tasks, image–text retrieval, and reports
 * that compare runs.
 */
package dev.falcon.eval;
