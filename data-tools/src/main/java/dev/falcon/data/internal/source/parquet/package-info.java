/** Tables of samples in Parquet. */
package dev.falcon.data.internal.source.parquet;
