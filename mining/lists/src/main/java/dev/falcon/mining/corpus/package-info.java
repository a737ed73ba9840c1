/** Lists of negatives from a whole corpus: requests and results. */
package dev.falcon.mining.corpus;
