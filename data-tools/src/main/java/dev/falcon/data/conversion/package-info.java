/** Writes a dataset in another format or order. */
package dev.falcon.data.conversion;
