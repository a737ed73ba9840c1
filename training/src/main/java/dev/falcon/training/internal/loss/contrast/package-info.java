/** Contrastive losses that look at nothing but a batch's similarities: one file each. */
package dev.falcon.training.internal.loss.contrast;
