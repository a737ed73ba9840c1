/** What contrastive losses look at. */
package dev.falcon.training.internal.loss.similarity;
