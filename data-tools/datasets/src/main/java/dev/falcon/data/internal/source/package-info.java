/**
 * Datasets as files: tars, WebDataset shards, folders of images, patterns of names, and the writers
 * of samples.
 */
package dev.falcon.data.internal.source;
