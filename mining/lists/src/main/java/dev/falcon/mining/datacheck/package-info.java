/**
 * Checks a dataset by the vectors of a store: its own pairs, near duplicates, captions that fit too
 * many images, and the store's model.
 */
package dev.falcon.mining.datacheck;
