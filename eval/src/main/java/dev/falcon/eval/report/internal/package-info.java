/** How comparisons are drawn and written. */
package dev.falcon.eval.report.internal;
