/**
 * Labels that people give to audited pairs: the order of the pairs, the answers, and the share of
 * false negatives by them.
 */
package dev.falcon.mining.label;
