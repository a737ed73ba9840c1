/**
 * Batch plans as files: the unit of work for any scheduler, folders of parts, and their summaries.
 */
package dev.falcon.mining.plan;
