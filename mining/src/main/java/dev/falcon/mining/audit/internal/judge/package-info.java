/** Has models score pairs. */
package dev.falcon.mining.audit.internal.judge;
