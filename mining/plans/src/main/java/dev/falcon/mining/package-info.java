/** Composition of batches of samples, and the rate of false negatives among them. */
package dev.falcon.mining;
