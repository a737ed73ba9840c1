/** Resizing, with the arithmetic of Pillow. */
package dev.falcon.data.image.internal.resize;
