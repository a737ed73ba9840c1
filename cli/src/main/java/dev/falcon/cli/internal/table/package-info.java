/** The output of commands for people. */
package dev.falcon.cli.internal.table;
