/** Weights and whole runs in files. */
package dev.falcon.training.internal.store;
