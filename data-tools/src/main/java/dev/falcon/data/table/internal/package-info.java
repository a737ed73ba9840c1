/**
 * How {@link dev.falcon.data.table.TableWriter} and {@link dev.falcon.data.table.TableReader} write
 * and read each format: Parquet, Arrow IPC, CSV and JSON lines.
 */
package dev.falcon.data.table.internal;
