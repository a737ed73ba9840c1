/** A run's metrics in the format that TensorBoard reads. */
package dev.falcon.training.internal.events;
