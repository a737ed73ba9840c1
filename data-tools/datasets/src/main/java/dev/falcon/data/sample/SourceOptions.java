// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
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
