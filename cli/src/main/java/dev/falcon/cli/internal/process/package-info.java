/** The process: its streams, its signals, its failures and its children. */
package dev.falcon.cli.internal.process;
