/** Tar files, read and written. */
package dev.falcon.data.internal.source.tar;
