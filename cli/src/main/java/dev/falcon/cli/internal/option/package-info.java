/** The flags that several commands share. */
package dev.falcon.cli.internal.option;
