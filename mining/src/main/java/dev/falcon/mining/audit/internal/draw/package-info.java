/** Draws the pairs of an audit. */
package dev.falcon.mining.audit.internal.draw;
