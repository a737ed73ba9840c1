/** Contrastive losses that look at what a frozen network sees in the batch. */
package dev.falcon.training.internal.loss.guided;
