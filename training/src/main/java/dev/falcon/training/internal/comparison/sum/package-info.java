/** What a run's lines of metrics add up to. */
package dev.falcon.training.internal.comparison.sum;
