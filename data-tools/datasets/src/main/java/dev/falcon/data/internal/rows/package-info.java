/** Tables of samples: CSV, JSON lines, Parquet and the annotation files of COCO. */
package dev.falcon.data.internal.rows;
