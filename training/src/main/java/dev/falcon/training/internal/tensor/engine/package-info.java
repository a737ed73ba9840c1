/** The tensor engine: devices, memory, random numbers and operations. */
package dev.falcon.training.internal.tensor.engine;
