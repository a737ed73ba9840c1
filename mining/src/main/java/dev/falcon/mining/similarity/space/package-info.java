/** S of one search space, for callers that compose its batches one at a time. */
package dev.falcon.mining.similarity.space;
