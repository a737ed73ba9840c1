/** Results and predictions in files. */
package dev.falcon.eval.internal.result;
