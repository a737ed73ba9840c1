/** Counts what judges and truth say of pairs. */
package dev.falcon.mining.audit.internal.count;
