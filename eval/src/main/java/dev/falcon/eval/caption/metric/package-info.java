/** Measures of captions against people's. */
package dev.falcon.eval.caption.metric;
