/** Runs the user's own copies of METEOR and SPICE. */
package dev.falcon.eval.caption.internal;
