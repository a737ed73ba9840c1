/** The driver's view of stores and plans, and what executors do. */
package dev.falcon.spark.internal;
