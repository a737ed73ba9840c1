/**
 * BLIP-2, stage 1 (Li et al., 2023): the Q-Former between a frozen image encoder and captions, with
 * contrast, matching and generation. Other packages use it only as a {@link
 * dev.falcon.training.internal.framework.seam.Framework}.
 */
package dev.falcon.training.internal.framework.blip2;
