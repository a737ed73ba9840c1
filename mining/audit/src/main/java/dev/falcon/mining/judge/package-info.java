/**
 * Multimodal language models on HTTP servers as judges of audited pairs, whose scores form a table.
 */
package dev.falcon.mining.judge;
