/**
 * Policies: the hardness of each anchor's negatives, the policies' names, and other papers' batches
 * by dividing a whole search space.
 */
package dev.falcon.mining.policy;
