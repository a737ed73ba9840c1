/**
 * Samples of image-caption datasets: layouts on disk, the contents of a sample, and lists of all
 * matching pairs.
 */
package dev.falcon.data.sample;
