/** Draws an audit's pairs from plans, stores and lists, and reads their known truth. */
package dev.falcon.mining.audit.internal.draw;
