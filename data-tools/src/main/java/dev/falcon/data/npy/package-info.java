/** NumPy's {@code .npy} files: what other tools keep vectors, labels and metadata in. */
package dev.falcon.data.npy;
