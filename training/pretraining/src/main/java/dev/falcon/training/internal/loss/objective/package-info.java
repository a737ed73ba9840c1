/** The interface of objectives, their similarities, and the sampling of matching's negatives. */
package dev.falcon.training.internal.loss.objective;
