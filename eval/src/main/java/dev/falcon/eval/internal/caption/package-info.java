/** The user's own copies of metrics of captions. */
package dev.falcon.eval.internal.caption;
