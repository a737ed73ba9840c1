/** What commands print for people. */
package dev.falcon.cli.internal.table;
