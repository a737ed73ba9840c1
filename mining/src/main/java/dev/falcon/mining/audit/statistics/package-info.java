/** The statistics of an audit: shares with intervals, detectors against truth, corrections. */
package dev.falcon.mining.audit.statistics;
