/** The run: epochs, steps, and what is written of them. */
package dev.falcon.training.internal.loop;
