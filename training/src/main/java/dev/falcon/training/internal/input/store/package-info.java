/** Datasets as files from which any pair can be read at any time. */
package dev.falcon.training.internal.input.store;
