/** Initial weights of a run. */
package dev.falcon.training.internal.start;
