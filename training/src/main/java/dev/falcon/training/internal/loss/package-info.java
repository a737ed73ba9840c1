/** The three losses, their negatives and their masks. */
package dev.falcon.training.internal.loss;
