/** S of a search space. */
package dev.falcon.mining.similarity;
