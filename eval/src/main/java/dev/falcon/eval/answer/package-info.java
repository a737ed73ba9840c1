/**
 * Evaluation of answers to questions about pictures, by the rules of VQA v2, OK-VQA and GQA, and of
 * statements about two pictures, by NLVR2's accuracy and consistency.
 */
package dev.falcon.eval.answer;
