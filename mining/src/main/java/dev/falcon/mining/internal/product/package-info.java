/** The two products that S is the sum of, block by block, wherever they come from. */
package dev.falcon.mining.internal.product;
