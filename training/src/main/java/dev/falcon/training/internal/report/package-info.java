/** A run's report: what it has measured so far, as one page. */
package dev.falcon.training.internal.report;
