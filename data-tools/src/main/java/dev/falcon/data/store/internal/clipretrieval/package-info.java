/** Shards in clip-retrieval's layout, .npy and Parquet files. */
package dev.falcon.data.store.internal.clipretrieval;
