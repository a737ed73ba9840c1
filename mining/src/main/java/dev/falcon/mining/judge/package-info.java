/** A multimodal language model behind HTTP as the judge of audited pairs: a table of its scores. */
package dev.falcon.mining.judge;
