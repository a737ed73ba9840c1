/** How a comparison is planned, run, read back and summed up. */
package dev.falcon.training.internal.comparison;
