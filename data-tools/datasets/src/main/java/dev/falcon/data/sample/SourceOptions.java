// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Options for reading a dataset.
 *
 * @param format its layout; detected from the name and content if empty
 * @param columns names of the parts of a sample
 * @param imageRoot the root folder of the image files that a table or JSON file names; by default
 *     the folder of that file. Paths that lead out of it are rejected
 * @param separator the character between the cells of a CSV; by default a tab in {@code .tsv}
 *     files, otherwise tab or comma, whichever the header line contains
 * @param split the only split to read of a Karpathy JSON or of a table with a {@code split} column;
 *     empty for all
 * @param captionLines number of captions in a caption file of a tar or folder
 * @param maxFileBytes maximum size of a member or image file; larger ones are rejected
 * @param shardRows rows per shard in layouts that have no shards of their own
 * @param shardKeys whether the name of its shard precedes each key, for keys that begin again in
 *     every shard
 */
public record SourceOptions(
    Optional<DatasetFormat> format,
    ColumnNames columns,
    Optional<Path> imageRoot,
    Optional<Character> separator,
    Optional<String> split,
    CaptionLines captionLines,
    long maxFileBytes,
    int shardRows,
    boolean shardKeys) {
  private static final long LARGEST_ARRAY = Integer.MAX_VALUE - 8L;

  /** Default options: everything is detected from the data. */
  public static final SourceOptions DEFAULTS =
      new SourceOptions(
          Optional.empty(),
          ColumnNames.COMMON,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          CaptionLines.ONE,
          256L << 20,
          10_000,
          false);

  public SourceOptions {
    if (maxFileBytes < 1 || maxFileBytes > LARGEST_ARRAY) {
      throw new RequestException(
          "the largest file to read must have 1 to " + LARGEST_ARRAY + " bytes; " + maxFileBytes);
    }
    if (shardRows < 1) {
      throw new RequestException("a shard must have at least 1 row; " + shardRows);
    }
  }

  /**
   * Returns the options that commands, records and configurations name.
   *
   * @param given the values by the names of the commands' flags without dashes, such as {@code
   *     caption-lines}; empty ones count as not given, and other names are ignored
   * @throws RequestException if a value is none of the option's
   */
  public static SourceOptions of(Map<String, ?> given) {
    SourceOptions options = DEFAULTS;
    ColumnNames columns = options.columns();
    for (Map.Entry<String, ?> option : given.entrySet()) {
      String value = String.valueOf(option.getValue());
      List<String> names = Arrays.asList(value.split(";"));
      if (!value.isEmpty()) {
        switch (option.getKey()) {
          case "input-format" -> options = options.withFormat(DatasetFormat.of(value));
          case "image-root" -> options = options.withImageRoot(Path.of(value));
          case "input-split" -> options = options.withSplit(value);
          case "csv-separator" -> options = options.withSeparator(separator(value));
          case "caption-lines" -> options = options.withCaptionLines(CaptionLines.of(value));
          case "shard-keys" -> options = value.equals("true") ? options.withShardKeys() : options;
          case "image-col" -> columns = columns.withImage(names);
          case "caption-col" -> columns = columns.withCaption(names);
          case "anchor-col" -> columns = columns.withAnchor(names);
          case "positive-image-col" -> columns = columns.withPositiveImage(names);
          case "key-col" -> columns = columns.withKey(names);
          case "image-id-col" -> columns = columns.withImageId(names);
          case "label-col" -> columns = columns.withLabel(names);
          default -> {}
        }
      }
    }
    return options.withColumns(columns);
  }

  private static char separator(String given) {
    String text = given.equals("\\t") ? "\t" : given;
    if (text.length() != 1) {
      throw new RequestException("the separator must be one character; '" + given + "'");
    }
    return text.charAt(0);
  }

  /** Returns a copy for a known layout. */
  public SourceOptions withFormat(DatasetFormat format) {
    return new SourceOptions(
        Optional.of(format),
        columns,
        imageRoot,
        separator,
        split,
        captionLines,
        maxFileBytes,
        shardRows,
        shardKeys);
  }

  /** Returns a copy with other column names. */
  public SourceOptions withColumns(ColumnNames columns) {
    return new SourceOptions(
        format,
        columns,
        imageRoot,
        separator,
        split,
        captionLines,
        maxFileBytes,
        shardRows,
        shardKeys);
  }

  /** Returns a copy with another image root. */
  public SourceOptions withImageRoot(Path imageRoot) {
    return new SourceOptions(
        format,
        columns,
        Optional.of(imageRoot),
        separator,
        split,
        captionLines,
        maxFileBytes,
        shardRows,
        shardKeys);
  }

  /** Returns a copy with another separator. */
  public SourceOptions withSeparator(char separator) {
    return new SourceOptions(
        format,
        columns,
        imageRoot,
        Optional.of(separator),
        split,
        captionLines,
        maxFileBytes,
        shardRows,
        shardKeys);
  }

  /** Returns a copy for one split only. */
  public SourceOptions withSplit(String split) {
    return new SourceOptions(
        format,
        columns,
        imageRoot,
        separator,
        Optional.of(split),
        captionLines,
        maxFileBytes,
        shardRows,
        shardKeys);
  }

  /** Returns a copy with another number of captions per caption file. */
  public SourceOptions withCaptionLines(CaptionLines captionLines) {
    return new SourceOptions(
        format,
        columns,
        imageRoot,
        separator,
        split,
        captionLines,
        maxFileBytes,
        shardRows,
        shardKeys);
  }

  /** Returns a copy with another limit on the size of a file. */
  public SourceOptions withMaxFileBytes(long maxFileBytes) {
    return new SourceOptions(
        format,
        columns,
        imageRoot,
        separator,
        split,
        captionLines,
        maxFileBytes,
        shardRows,
        shardKeys);
  }

  /** Returns a copy with another number of rows per shard. */
  public SourceOptions withShardRows(int shardRows) {
    return new SourceOptions(
        format,
        columns,
        imageRoot,
        separator,
        split,
        captionLines,
        maxFileBytes,
        shardRows,
        shardKeys);
  }

  /** Returns a copy in which the name of its shard precedes each key. */
  public SourceOptions withShardKeys() {
    return new SourceOptions(
        format, columns, imageRoot, separator, split, captionLines, maxFileBytes, shardRows, true);
  }
}
