/** Decoded pictures: pixels in memory. */
package dev.falcon.data.image.raster;
