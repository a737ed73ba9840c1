/** Comparisons of several evaluations: tables, intervals and a page. */
package dev.falcon.eval.report;
