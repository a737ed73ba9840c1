/** A run's metrics as TensorBoard reads them. */
package dev.falcon.training.internal.events;
