/**
 * The thin layer between Falcon's training code and DJL: devices, operations that are safe to call,
 * memory that ends with a step, parameters, and the optimiser.
 */
package dev.falcon.training.internal.tensor;
