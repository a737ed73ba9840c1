/**
 * Policies: how hard each anchor's negatives are, the policies' names, and the methods of other
 * papers that divide a whole search space into batches.
 */
package dev.falcon.mining.policy;
