/** Mining on a cluster: a store of any size is read once, shuffled by Spark, and mined in parts. */
package dev.falcon.spark;
