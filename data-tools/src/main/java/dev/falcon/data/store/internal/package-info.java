/** The layouts of embedding stores, behind EmbeddingStore and StoreWriter. */
package dev.falcon.data.store.internal;
