/** Runs side by side, in numbers. */
package dev.falcon.eval.report.comparison;
