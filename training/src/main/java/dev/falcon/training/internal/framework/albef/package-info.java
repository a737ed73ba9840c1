/** ALBEF (Li et al., 2021) behind the seam. */
package dev.falcon.training.internal.framework.albef;
