/** Products of matrices of vectors, block by block, by the Vector API or in plain Java. */
package dev.falcon.kernels;
