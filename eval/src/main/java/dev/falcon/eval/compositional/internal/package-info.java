/** Scores of a suite's pairs by a model. */
package dev.falcon.eval.compositional.internal;
