/**
 * A thin layer between Falcon's training code and DJL: devices, operations that are safe to call,
 * memory that is freed at the end of a step, parameters, and the optimiser.
 */
package dev.falcon.training.internal.tensor;
