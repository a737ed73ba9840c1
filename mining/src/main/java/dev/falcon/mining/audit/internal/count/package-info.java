/** Scoring of the drawn pairs by the judges, and counting of verdicts and truth. */
package dev.falcon.mining.audit.internal.count;
