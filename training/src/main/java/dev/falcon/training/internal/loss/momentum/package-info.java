/** ALBEF's objective: a second network that follows the first, and its queues. */
package dev.falcon.training.internal.loss.momentum;
