/** Which samples go into a batch together, and which of their negatives are false. */
package dev.falcon.mining;
