/** Writes what an audit found. */
package dev.falcon.mining.audit.internal.report;
