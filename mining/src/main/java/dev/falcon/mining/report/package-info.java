/**
 * Outputs of mining for people and trainers: pages, and lists of negatives in the forms of
 * trainers.
 */
package dev.falcon.mining.report;
