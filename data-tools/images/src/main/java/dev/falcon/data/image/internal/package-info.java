/**
 * The decoders of PNG, GIF, BMP and WebP files, the recognition of a file's format by its first
 * bytes, and resizing with Pillow's arithmetic.
 */
package dev.falcon.data.image.internal;
