/**
 * Plans, runs, reads and summarises comparisons, tests the paper's claims, and writes the
 * comparison's page.
 */
package dev.falcon.reproduce.internal;
