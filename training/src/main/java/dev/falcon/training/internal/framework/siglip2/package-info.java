/**
 * SigLIP-2 (Tschannen et al., 2025): two towers in contrast, and a decoder that tells captions, by
 * whose loss FALCON rewards. Known to the rest by {@link
 * dev.falcon.training.internal.framework.pass.Framework} alone.
 */
package dev.falcon.training.internal.framework.siglip2;
