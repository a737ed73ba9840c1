/** The charts, tables and pages of comparisons. */
package dev.falcon.eval.report.internal;
