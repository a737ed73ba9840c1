/**
 * Metrics, from arrays to numbers, without models and files. Every rule that determines a published
 * digit is here (the order of ties, the precision of a quotient, the order in which a mean is
 * summed), so that it can be tested without a dataset.
 */
package dev.falcon.eval.metric;
