/** Tables as Parquet files. */
package dev.falcon.data.table.internal.parquet;
