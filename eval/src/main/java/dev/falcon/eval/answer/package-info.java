/** How good are answers to questions about pictures? VQA v2's, OK-VQA's and GQA's rules. */
package dev.falcon.eval.answer;
