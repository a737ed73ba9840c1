/**
 * How good are answers to questions about pictures, and judgements of statements about two? The
 * rules of VQA v2, OK-VQA and GQA, and NLVR2's accuracy and consistency.
 */
package dev.falcon.eval.answer;
