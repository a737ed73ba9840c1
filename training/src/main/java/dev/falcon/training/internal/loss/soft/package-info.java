/** Contrast towards softened targets. */
package dev.falcon.training.internal.loss.soft;
