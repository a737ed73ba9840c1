/** What serves where a command is given no data and no model. */
package dev.falcon.cli.internal.builtin;
