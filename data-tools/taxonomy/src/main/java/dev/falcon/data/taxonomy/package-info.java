/**
 * Labelled images as image-caption datasets with fully known matches: captions at random levels of
 * a taxonomy.
 */
package dev.falcon.data.taxonomy;
