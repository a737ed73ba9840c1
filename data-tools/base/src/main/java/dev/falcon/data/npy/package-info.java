/**
 * NumPy's {@code .npy} files, and the dot products shared by mining and evaluation: exact, with
 * equal bits on every machine.
 */
package dev.falcon.data.npy;
