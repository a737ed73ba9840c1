/**
 * Mining on executors: the store's check, its rows by way of Spark's shuffle, and the tasks that
 * mine parts.
 */
package dev.falcon.spark.internal;
