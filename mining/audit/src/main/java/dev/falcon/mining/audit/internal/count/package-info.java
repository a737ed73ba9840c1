/** Scores the drawn pairs by the judges, and counts verdicts and truth. */
package dev.falcon.mining.audit.internal.count;
