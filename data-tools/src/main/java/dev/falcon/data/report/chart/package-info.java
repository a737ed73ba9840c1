/** Drawings on the pages of results. */
package dev.falcon.data.report.chart;
