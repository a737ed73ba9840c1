// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import dev.falcon.data.RequestException;

/**
 * A dataset and how it is read. A setting that is empty is detected from the data. Paths are
 * relative to the working directory.
 *
 * @param dataset {@code scenes} for the generated world with its truth; otherwise the name of a
 *     dataset, as in every command
 * @param format the layout, such as {@code coco}
 * @param imageRoot the root folder of the image files that a table or list names; if empty, the
 *     folder of that table or list
 * @param split the split whose rows are read; several are separated by ','; all rows if empty
 * @param separator the separator between a CSV's cells
 * @param imageColumn the name of the image's column, field or suffix; several are separated by ';'
 * @param captionColumn the names for the captions, in the same form
 * @param keyColumn the names for the key, in the same form
 * @param imageIdColumn the names for the id that samples of one image share, in the same form
 * @param captionLines {@code each} if each line of a caption file is a caption; {@code one} or
 *     empty if the file is one
 * @param shardKeys whether the name of its shard precedes each key
 * @param truth a list of all true pairs, {@code image_key, text_key, match}, or the folder that
 *     holds it as {@code pairs.parquet} or {@code pairs.jsonl}; an unlisted pair is false; empty
 *     where the truth is unknown
 */
public record DatasetConfig(
    String dataset,
    String format,
    String imageRoot,
    String split,
    String separator,
    String imageColumn,
    String captionColumn,
    String keyColumn,
    String imageIdColumn,
    String captionLines,
    boolean shardKeys,
    String truth) {
  /** The value of {@code dataset} for the generated world. */
  public static final String SCENES = "scenes";

  public DatasetConfig {
    if (dataset.isBlank()) {
      throw new RequestException("data.train and data.held must each name a dataset");
    }
    if (dataset.equals(SCENES) && !truth.isEmpty()) {
      throw new RequestException(
          "data.train.truth and data.held.truth apply to datasets; Scenes knows its own; truth="
              + truth);
    }
  }

  /** Returns a dataset without truth, all of whose settings are detected. */
  public static DatasetConfig of(String dataset) {
    return new DatasetConfig(dataset, "", "", "", "", "", "", "", "", "", false, "");
  }

  /** Returns whether the pairs are generated, so that their truth is known. */
  public boolean generated() {
    return dataset.equals(SCENES);
  }
}
