/** Metrics of classes and of groups. */
package dev.falcon.eval.metric.classification;
