/** Weights and complete states of runs, in files. */
package dev.falcon.training.internal.store;
