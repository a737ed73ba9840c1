/** {@code falcon data} and {@code falcon model}. */
package dev.falcon.cli.data;
