/** Matching's negatives within a batch. */
package dev.falcon.training.internal.loss.negative;
