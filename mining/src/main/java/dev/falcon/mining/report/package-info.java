/** Reports of mining: a page, and lists of negatives for trainers of text encoders. */
package dev.falcon.mining.report;
