// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes.generate;

import dev.falcon.data.RequestException;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.table.TableFormat;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A request for a dataset of Scenes.
 *
 * @param config the world
 * @param split the split
 * @param count number of images, at least 1
 * @param output the output folder; created if it is missing
 * @param layout the layout of the samples
 * @param samplesPerShard number of samples per file, at least 1
 * @param truth the format of the list of all true pairs, Parquet or JSONL; null for no list
 * @param asked questions about the images
 * @param overwrite whether an earlier dataset in the folder is replaced
 */
public record ScenesRequest(
    ScenesConfig config,
    Split split,
    int count,
    Path output,
    Layout layout,
    int samplesPerShard,
    TableFormat truth,
    Asked asked,
    boolean overwrite) {

  /**
   * The numbers of questions and statements about the images. If there are any, the images are also
   * written as files.
   *
   * @param questionsPerImage number of questions per image, with ten people's answers
   * @param sentences number of sentences about two images, each with four pairs
   */
  public record Asked(int questionsPerImage, int sentences) {
    /** No questions and no statements. */
    public static final Asked NOTHING = new Asked(0, 0);

    public Asked {
      if (questionsPerImage < 0 || sentences < 0) {
        throw new RequestException(
            "questions and statements must be 0 or more; "
                + questionsPerImage
                + " and "
                + sentences);
      }
    }
  }

  /** Above this number of pairs, the list of true pairs would take many gigabytes. */
  private static final long MAX_PAIRS = 10_000_000_000L;

  public ScenesRequest {
    if (count < 1) {
      throw new RequestException("at least 1 image must be asked for; count=" + count);
    }
    if (samplesPerShard < 1) {
      throw new RequestException("a shard must have at least 1 sample; " + samplesPerShard);
    }
    if (truth != null && truth != TableFormat.PARQUET && truth != TableFormat.JSONL) {
      throw new RequestException("truth is written as parquet or jsonl, not " + truth.label());
    }
    double pairs = (double) count * count * config.captionsPerImage();
    if (truth != null && pairs > MAX_PAIRS) {
      throw new RequestException(
          String.format(
              Locale.ROOT,
              "%d images with %d captions each make %.3g pairs, of which too many are true to be"
                  + " listed; write no truth, it can be decided from caption and scene",
              count,
              config.captionsPerImage(),
              pairs));
    }
  }

  /** Creates a dataset without questions. */
  public ScenesRequest(
      ScenesConfig config,
      Split split,
      int count,
      Path output,
      Layout layout,
      int samplesPerShard,
      TableFormat truth,
      boolean overwrite) {
    this(config, split, count, output, layout, samplesPerShard, truth, Asked.NOTHING, overwrite);
  }

  /** Returns a copy that writes into another folder. */
  ScenesRequest into(Path folder) {
    return new ScenesRequest(
        config, split, count, folder, layout, samplesPerShard, truth, asked, overwrite);
  }

  /** Layout of samples. */
  public enum Layout {
    /** Tar files of {@code key.png}, {@code key.txt} and {@code key.json}. */
    WEBDATASET("tar"),
    /**
     * Parquet files with the columns {@code key}, {@code image}, {@code captions}, {@code
     * metadata}.
     */
    PARQUET("parquet");

    private final String extension;

    Layout(String extension) {
      this.extension = extension;
    }

    /** Returns the files' extension, without the dot. */
    public String extension() {
      return extension;
    }
  }
}
