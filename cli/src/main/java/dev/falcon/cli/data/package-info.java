/** falcon data. */
package dev.falcon.cli.data;
