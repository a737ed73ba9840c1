/** Drawing of an audit's pairs from plans, stores and lists, and reading of their known truth. */
package dev.falcon.mining.audit.internal.draw;
