/** The policies that supply quantiles, and the training of FALCON's scheduler. */
package dev.falcon.training.internal.policy;
