/** The report of an audit. */
package dev.falcon.mining.audit.internal.report;
