/** How good are judgements of statements about two pictures? NLVR2's accuracy and consistency. */
package dev.falcon.eval.statement;
