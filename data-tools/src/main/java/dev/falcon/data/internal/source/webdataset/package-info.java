/** Shards of WebDataset: tars whose members of one name are a sample. */
package dev.falcon.data.internal.source.webdataset;
