/** Where a run's first weights come from. */
package dev.falcon.training.internal.start;
