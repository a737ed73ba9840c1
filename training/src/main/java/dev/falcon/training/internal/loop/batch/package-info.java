/** How an epoch's batches are composed. */
package dev.falcon.training.internal.loop.batch;
