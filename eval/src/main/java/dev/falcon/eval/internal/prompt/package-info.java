/** The texts of a zero-shot classifier, and the vectors made of them. */
package dev.falcon.eval.internal.prompt;
