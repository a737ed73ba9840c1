/** ALBEF (Li et al., 2021) as a framework. */
package dev.falcon.training.internal.framework.albef;
