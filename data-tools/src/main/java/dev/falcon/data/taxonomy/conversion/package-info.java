/** Makes image-caption datasets of labelled images, by a taxonomy. */
package dev.falcon.data.taxonomy.conversion;
