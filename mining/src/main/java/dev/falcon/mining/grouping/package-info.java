/** Batches by a division of a whole search space, as other papers make them. */
package dev.falcon.mining.grouping;
