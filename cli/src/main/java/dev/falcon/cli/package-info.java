/** The command line: each command converts its flags to a library call and renders the result. */
package dev.falcon.cli;
