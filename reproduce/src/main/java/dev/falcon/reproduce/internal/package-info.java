/**
 * Planning, running, reading and summarising a comparison, tests of the paper's claims, and the
 * comparison's page.
 */
package dev.falcon.reproduce.internal;
