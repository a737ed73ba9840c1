/** The command line: flags in, library call, rendering out. */
package dev.falcon.cli;
