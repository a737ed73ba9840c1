/** A run's report: its measurements so far, on one page. */
package dev.falcon.training.internal.report;
