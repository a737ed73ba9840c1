/**
 * Statistics: shares and means with intervals, detectors against truth, corrections, the Beta
 * distribution.
 */
package dev.falcon.data.statistics;
