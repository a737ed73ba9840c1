/** Defaults for commands without data and model. */
package dev.falcon.cli.internal.builtin;
