/** Stores as a cluster's storage holds them. */
package dev.falcon.spark.internal.storage;
