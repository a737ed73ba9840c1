/** Tables of samples: CSV, JSON lines and the annotation files of COCO. */
package dev.falcon.data.internal.source.rows;
