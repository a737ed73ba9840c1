/** What a plan holds, counted while it is written. */
package dev.falcon.mining.internal.summary;
