/**
 * The layouts of embedding stores, and the opening of a folder as checked shards; used through
 * {@link dev.falcon.data.store.EmbeddingStore} and {@link dev.falcon.data.store.StoreWriter}.
 */
package dev.falcon.data.store.internal;
