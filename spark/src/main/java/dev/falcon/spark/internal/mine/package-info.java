/** Epochs mined on executors. */
package dev.falcon.spark.internal.mine;
