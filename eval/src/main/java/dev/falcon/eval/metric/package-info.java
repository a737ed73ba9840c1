/**
 * Metrics alone: arrays in, numbers out, no models and no files. Every rule that decides a
 * published digit (how ties fall, in which precision a quotient is taken, in which order a mean is
 * summed) is here, so that it can be tested without a dataset.
 */
package dev.falcon.eval.metric;
