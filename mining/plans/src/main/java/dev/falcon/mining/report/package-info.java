/** A plan's page, and what is noticed of the data from which it is mined. */
package dev.falcon.mining.report;
