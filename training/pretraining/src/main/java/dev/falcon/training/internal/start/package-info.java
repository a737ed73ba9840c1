/** The initial weights of a run. */
package dev.falcon.training.internal.start;
