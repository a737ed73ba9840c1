/** Checks that a device gives the same results as the CPU. */
package dev.falcon.training.device;
