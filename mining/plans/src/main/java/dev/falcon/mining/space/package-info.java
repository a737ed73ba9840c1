/**
 * One search space for callers that compose its batches themselves: its similarities and its
 * constraints.
 */
package dev.falcon.mining.space;
