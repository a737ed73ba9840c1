/**
 * Checks of a dataset by the vectors of a store: own pairs, near duplicates, captions, the model.
 */
package dev.falcon.mining.datacheck;
