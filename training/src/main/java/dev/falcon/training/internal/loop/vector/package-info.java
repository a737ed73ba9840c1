/** The contrastive vectors of all pairs, as the training passes saw them. */
package dev.falcon.training.internal.loop.vector;
