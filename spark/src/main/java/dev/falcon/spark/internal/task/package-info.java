/** What executors are told. */
package dev.falcon.spark.internal.task;
