/** Where a run's randomness comes from. */
package dev.falcon.training.internal.random;
