/** Retrieval on held-out pairs while a network is in training. */
package dev.falcon.training.internal.evaluation;
