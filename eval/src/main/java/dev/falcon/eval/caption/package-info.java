/** How good are captions? BLEU, ROUGE-L and CIDEr-D against people's, to the reference's digits. */
package dev.falcon.eval.caption;
