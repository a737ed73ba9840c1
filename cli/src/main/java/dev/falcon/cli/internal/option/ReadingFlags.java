// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.cli.internal.process.DataNotes;
import dev.falcon.data.sample.CaptionLines;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.EmbeddingStore;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** The flags by which a dataset is read, apart from where the image files of a table lie. */
public final class ReadingFlags {
  @Option(
      names = "--input-format",
      paramLabel = "FORMAT",
      description =
          "The layout: webdataset, parquet, arrow, json, coco, karpathy, csv or folder; detected"
              + " if not given.")
  private String format;

  @Option(
      names = {"--image-col", "--image-key", "--csv-img-key", "--wds-image-key"},
      paramLabel = "NAME",
      description =
          "Column, field or suffix of the image; of several, separated by ';', the first that"
              + " exists.")
  private String image;

  @Option(
      names = {
        "--caption-col",
        "--caption-key",
        "--text-key",
        "--csv-caption-key",
        "--wds-caption-key"
      },
      paramLabel = "NAME",
      description = "Column, field or suffix of the captions, likewise.")
  private String caption;

  @Option(
      names = "--anchor-col",
      paramLabel = "NAME",
      description = "Column or field of the texts that take the place of images, likewise.")
  private String anchor;

  @Option(
      names = "--positive-image-col",
      paramLabel = "NAME",
      description =
          "Column, field or suffix of the images that take the place of captions, likewise.")
  private String positiveImage;

  @Option(
      names = "--caption-lines",
      paramLabel = "one|each",
      description =
          "Whether a caption file in tars or folders is one caption, or each line is one (default:"
              + " one, but each if Falcon wrote several).")
  private CaptionLines captionLines;

  @Option(names = "--key-col", paramLabel = "NAME", description = "Column or field of the key.")
  private String key;

  @Option(
      names = "--image-id-col",
      paramLabel = "NAME",
      description = "Column or field of the image id, which all samples of an image share.")
  private String imageId;

  @Option(
      names = "--label-col",
      paramLabel = "NAME",
      description = "Column, field or suffix of the label, a class number.")
  private String label;

  @Option(
      names = "--csv-separator",
      paramLabel = "CHARACTER",
      description = "Separator of cells in a CSV file; detected if not given. \\t is a tab.")
  private String separator;

  @Option(
      names = "--input-split",
      paramLabel = "NAME",
      description = "Read only rows of this split, if rows have one; several are separated by ','.")
  private String split;

  @Option(
      names = "--shard-keys",
      description =
          "Put the name of its shard, such as that of a tar, before each key, for keys that begin"
              + " again in every shard.")
  private boolean shardKeys;

  /** Returns how the data of a store were read; empty if its record says nothing of that. */
  static Map<String, Object> recordedIn(EmbeddingStore store) {
    return store
        .manifest()
        .flatMap(manifest -> Optional.ofNullable(manifest.provenance()))
        .map(made -> recorded(made.options()).given())
        .orElse(Map.of());
  }

  /**
   * Returns the flags by which data were read.
   *
   * @param options the options of a record, as {@link #given} writes them; others are ignored
   */
  static ReadingFlags recorded(Map<String, Object> options) {
    ReadingFlags flags = new ReadingFlags();
    flags.format = recorded(options, "input-format");
    flags.image = recorded(options, "image-col");
    flags.caption = recorded(options, "caption-col");
    flags.captionLines =
        Optional.ofNullable(recorded(options, "caption-lines")).map(CaptionLines::of).orElse(null);
    flags.anchor = recorded(options, "anchor-col");
    flags.positiveImage = recorded(options, "positive-image-col");
    flags.key = recorded(options, "key-col");
    flags.imageId = recorded(options, "image-id-col");
    flags.label = recorded(options, "label-col");
    flags.separator = recorded(options, "csv-separator");
    flags.split = recorded(options, "input-split");
    flags.shardKeys = options.containsKey("shard-keys");
    return flags;
  }

  private static String recorded(Map<String, Object> options, String flag) {
    return options.get(flag) instanceof String value ? value : null;
  }

  /** Opens a dataset whose table, if it is one, names images below a folder or zip. */
  public SampleSource open(String spec, Optional<Path> imageRoot) {
    return DataNotes.of(SampleSources.open(spec, sourceOptions(imageRoot)));
  }

  /** Returns the options for the library. */
  SourceOptions sourceOptions(Optional<Path> imageRoot) {
    SourceOptions options = SourceOptions.of(given());
    return imageRoot.map(options::withImageRoot).orElse(options);
  }

  /** Returns those given options that affect how data are read, for the provenance. */
  public Map<String, Object> given() {
    Map<String, Object> given = new TreeMap<>();
    put(given, "input-format", format);
    put(given, "image-col", image);
    put(given, "caption-col", caption);
    put(given, "caption-lines", captionLines == null ? null : captionLines.name());
    put(given, "anchor-col", anchor);
    put(given, "positive-image-col", positiveImage);
    put(given, "key-col", key);
    put(given, "image-id-col", imageId);
    put(given, "label-col", label);
    put(given, "csv-separator", separator);
    put(given, "input-split", split);
    if (shardKeys) {
      given.put("shard-keys", true);
    }
    return given;
  }

  private static void put(Map<String, Object> given, String flag, String value) {
    if (value != null) {
      given.put(flag, value);
    }
  }
}
