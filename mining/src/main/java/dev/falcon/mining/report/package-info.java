/** What was mined, as a page. */
package dev.falcon.mining.report;
