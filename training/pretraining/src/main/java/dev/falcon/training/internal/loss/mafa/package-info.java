/** MAFA's connection mining (Byun et al., CVPR 2024): which negatives of a batch are matches. */
package dev.falcon.training.internal.loss.mafa;
