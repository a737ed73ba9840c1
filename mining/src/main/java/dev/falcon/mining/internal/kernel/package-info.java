/** Similarities of blocks of samples, as fast as the machine can. */
package dev.falcon.mining.internal.kernel;
