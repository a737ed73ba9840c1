/**
 * The formats that {@link dev.falcon.data.table.TableWriter} writes and {@link
 * dev.falcon.data.table.TableReader} reads: Parquet, Arrow IPC, CSV and JSON lines.
 */
package dev.falcon.data.table.internal;
