/** Comparisons of training runs: variants by seeds, whole and resumable. */
package dev.falcon.training.comparison;
