/**
 * Batch plans as files: their division into parts for any scheduler, the folders of these parts,
 * and their summaries.
 */
package dev.falcon.mining.plan;
