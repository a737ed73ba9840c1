/** The composition of an epoch's batches, and the contrastive vectors on which it is based. */
package dev.falcon.training.internal.loop.batch;
