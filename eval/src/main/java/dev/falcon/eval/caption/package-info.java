/**
 * Evaluation of captions by BLEU, ROUGE-L and CIDEr-D, with the same digits as the reference
 * evaluation.
 */
package dev.falcon.eval.caption;
