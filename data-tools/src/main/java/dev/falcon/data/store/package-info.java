/**
 * Embedding stores: row-aligned keys, image vectors and text vectors, in Falcon's Arrow layout and
 * in clip-retrieval's. Opened by their headers alone, with random access through memory maps.
 */
package dev.falcon.data.store;
