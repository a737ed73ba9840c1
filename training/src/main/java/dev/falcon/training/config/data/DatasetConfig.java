package dev.falcon.training.config.data;

import dev.falcon.data.RequestException;

/**
 * A dataset and how it is read; an empty text leaves the choice to the data. Paths are relative to
 * the working directory.
 *
 * @param dataset {@code scenes} for the generated world with its truth, else what every command
 *     takes as a dataset
 * @param format the layout, such as {@code coco}; else told from the data
 * @param imageRoot where the image files lie that a table or list names; else beside it
 * @param split only rows of this split; several by ','
 * @param separator what separates a CSV's cells
 * @param imageColumn name of the image's column, field or suffix; several by ';'
 * @param captionColumn the same for the captions
 * @param keyColumn the same for the key
 * @param imageIdColumn the same for what samples of one image share
 * @param truth a list of all true pairs, {@code image_key, text_key, match}, or the folder that
 *     holds it as {@code pairs.parquet} or {@code pairs.jsonl}; a pair that is not listed is false;
 *     empty where the truth is not known
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
  /** The value of {@code dataset} that asks for the generated world. */
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

  /** Whether the pairs are generated, and their truth is known. */
  public boolean generated() {
    return dataset.equals(SCENES);
  }
}
