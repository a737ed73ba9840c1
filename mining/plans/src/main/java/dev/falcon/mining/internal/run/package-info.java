/** Mines all search spaces of a store. */
package dev.falcon.mining.internal.run;
