/** The sources of quantiles, and the training of FALCON's scheduler. */
package dev.falcon.training.internal.policy;
