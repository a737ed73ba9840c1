/** Metrics of rankings. */
package dev.falcon.eval.metric.ranking;
