/** The entropy-coded bits of a JPEG's scans. */
package dev.falcon.data.image.internal.jpeg.entropy;
