/**
 * A run's input: pairs, their pixels, augmentation and tokens, their known truth, and the purposes
 * of random streams.
 */
package dev.falcon.training.internal.input;
