/** A training run, and one gradient step of it: Algorithm 2 of the paper. */
package dev.falcon.training.internal.loop;
