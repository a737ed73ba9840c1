/**
 * The thin layer between Falcon's training code and DJL: what is safe to call, memory that ends
 * with a step, parameters, and the optimiser.
 */
package dev.falcon.training.internal.tensor;
