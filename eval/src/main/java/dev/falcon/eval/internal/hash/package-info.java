/** Digests of the data that an evaluation read. */
package dev.falcon.eval.internal.hash;
