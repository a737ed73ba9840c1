/**
 * BLIP-2, stage 1 (Li et al., 2023): the Q-Former between a frozen image encoder and captions, by
 * contrast, matching and told words. Known to the rest by {@link
 * dev.falcon.training.internal.framework.pass.Framework} alone.
 */
package dev.falcon.training.internal.framework.blip2;
