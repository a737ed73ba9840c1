/** A store's check on executors. */
package dev.falcon.spark.internal.check;
