/** The products whose sum is S, block by block, as fast as the machine allows. */
package dev.falcon.mining.internal.kernel;
