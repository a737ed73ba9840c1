/** One gradient step, Algorithm 2 of the paper. */
package dev.falcon.training.internal.loop.step;
