/**
 * SigLIP-2 (Tschannen et al., 2025): two towers in contrast, and a caption decoder, whose loss is
 * FALCON's reward. Other packages use it only as a {@link
 * dev.falcon.training.internal.framework.seam.Framework}.
 */
package dev.falcon.training.internal.framework.siglip2;
