/**
 * Labels that people give to audited pairs: which pairs are asked, what was answered, the share.
 */
package dev.falcon.mining.label;
