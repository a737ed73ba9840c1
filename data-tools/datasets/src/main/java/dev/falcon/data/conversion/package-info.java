/**
 * Processes a dataset from end to end: writes it in another format or order, or reports its
 * contents.
 */
package dev.falcon.data.conversion;
