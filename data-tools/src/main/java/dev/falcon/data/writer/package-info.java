/** Writes samples as files that appear whole or not at all. */
package dev.falcon.data.writer;
