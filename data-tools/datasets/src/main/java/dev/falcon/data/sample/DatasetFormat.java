// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import dev.falcon.data.RequestException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The layouts of a dataset on disk. */
public enum DatasetFormat {
  /** Tar files in which consecutive members {@code key.suffix} with one key are a sample. */
  WEBDATASET,
  /** Parquet files with a column of encoded images, as img2dataset and Hugging Face write them. */
  PARQUET,
  /** Arrow files or streams with the same columns, as datasets' save_to_disk writes them. */
  ARROW,
  /** A JSON list of {@code {image, caption, image_id}}, as ALBEF and BLIP read it. */
  JSON,
  /** COCO's captions: {@code images} and {@code annotations}, joined by the image's id. */
  COCO,
  /** Karpathy's splits: {@code images} with their {@code sentences}. */
  KARPATHY,
  /** Comma- or tab-separated values with a header line; cells may hold JSON lists. */
  CSV,
  /** A folder of images with {@code .txt} and {@code .json} files of the same name beside them. */
  FOLDER,
  /** The generated world Scenes. */
  SCENES;

  /** Returns the name on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the format with this name on the command line. */
  public static DatasetFormat of(String word) {
    for (DatasetFormat format : values()) {
      if (format.word().equals(word.toLowerCase(Locale.ROOT))) {
        return format;
      }
    }
    throw new RequestException(
        "input format '"
            + word
            + "' is not known; it is one of "
            + Arrays.stream(values()).map(DatasetFormat::word).collect(Collectors.joining(", ")));
  }
}
