/**
 * Mining on executors: the check of the store, the shuffle of its rows, and the tasks that mine
 * parts.
 */
package dev.falcon.spark.internal;
