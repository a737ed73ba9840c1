/**
 * Embedding stores: row-aligned keys, image vectors and text vectors, written in Falcon's Arrow
 * layout or in clip-retrieval's, and also read from Parquet. A store is opened by reading only the
 * headers of its files; rows are accessed at random through memory maps.
 */
package dev.falcon.data.store;
