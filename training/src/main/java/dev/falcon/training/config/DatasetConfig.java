package dev.falcon.training.config;

import dev.falcon.data.RequestException;

/**
 * A dataset and how it is read; an empty text detects the setting from the data. Paths are relative
 * to the working directory.
 *
 * @param dataset {@code scenes} for the generated world with its truth, otherwise a dataset as in
 *     every command
 * @param format the layout, such as {@code coco}; detected if empty
 * @param imageRoot folder of the image files that a table or list names; beside it if empty
 * @param split only rows of this split; several separated by ','
 * @param separator separator of a CSV's cells
 * @param imageColumn name of the image's column, field or suffix; several separated by ';'
 * @param captionColumn likewise for the captions
 * @param keyColumn likewise for the key
 * @param imageIdColumn likewise for the id that samples of one image share
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
    String truth) {
  /** The value of {@code dataset} for the generated world. */
  public static final String SCENES = "scenes";

  public DatasetConfig {
    if (dataset.isBlank()) {
      throw new RequestException("data.train and data.held must each name a dataset");
    }
    if (dataset.equals(SCENES) && !truth.isEmpty()) {
      throw new RequestException(
          "data.train.truth and data.held.truth are of datasets; Scenes knows its own; truth="
              + truth);
    }
  }

  /** A dataset whose every setting is detected, without truth. */
  public static DatasetConfig of(String dataset) {
    return new DatasetConfig(dataset, "", "", "", "", "", "", "", "", "");
  }

  /** Returns whether the pairs are generated, so that their truth is known. */
  public boolean generated() {
    return dataset.equals(SCENES);
  }
}
