/** The runs of a comparison: planned, brought to their ends, read back. */
package dev.falcon.training.internal.comparison.run;
