package dev.falcon.data.format;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a dataset is to be read.
 *
 * @param format its layout; else it is told from the name and content
 * @param columns what the parts of a sample are called
 * @param imageRoot the folder below which the image files of a table or JSON lie, else the folder
 *     of the table itself. Paths that lead out of it are rejected
 * @param separator what stands between the cells of a CSV; else a tab in {@code .tsv} files and
 *     whichever of tab and comma the header line has in others
 * @param split the only split of a Karpathy JSON or of a table with a {@code split} column to read,
 *     else all
 * @param captionLines how many captions a caption file of a tar or folder holds
 * @param maxFileBytes the largest member or image file that is read into memory; larger ones are
 *     rejected
 * @param shardRows how many rows make a shard in layouts that have no shards of their own
 */
public record SourceOptions(
    Optional<DatasetFormat> format,
    ColumnNames columns,
    Optional<Path> imageRoot,
    Optional<Character> separator,
    Optional<String> split,
    CaptionLines captionLines,
    long maxFileBytes,
    int shardRows) {
  private static final long LARGEST_ARRAY = Integer.MAX_VALUE - 8L;

  /** Everything told from the data. */
  public static final SourceOptions DEFAULTS =
      new SourceOptions(
          Optional.empty(),
          ColumnNames.COMMON,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          CaptionLines.ONE,
          256L << 20,
          10_000);

  public SourceOptions {
    if (maxFileBytes < 1 || maxFileBytes > LARGEST_ARRAY) {
      throw new RequestException(
          "the largest file to read must have 1 to " + LARGEST_ARRAY + " bytes; " + maxFileBytes);
    }
    if (shardRows < 1) {
      throw new RequestException("a shard must have at least 1 row; " + shardRows);
    }
  }

  /** The same in a known layout. */
  public SourceOptions withFormat(DatasetFormat format) {
    return new SourceOptions(
        Optional.of(format),
        columns,
        imageRoot,
        separator,
        split,
        captionLines,
        maxFileBytes,
        shardRows);
  }

  /** The same with other column names. */
  public SourceOptions withColumns(ColumnNames columns) {
    return new SourceOptions(
        format, columns, imageRoot, separator, split, captionLines, maxFileBytes, shardRows);
  }

  /** The same with image files below another folder. */
  public SourceOptions withImageRoot(Path imageRoot) {
    return new SourceOptions(
        format,
        columns,
        Optional.of(imageRoot),
        separator,
        split,
        captionLines,
        maxFileBytes,
        shardRows);
  }

  /** The same with cells separated otherwise. */
  public SourceOptions withSeparator(char separator) {
    return new SourceOptions(
        format,
        columns,
        imageRoot,
        Optional.of(separator),
        split,
        captionLines,
        maxFileBytes,
        shardRows);
  }

  /** The same for one split only. */
  public SourceOptions withSplit(String split) {
    return new SourceOptions(
        format,
        columns,
        imageRoot,
        separator,
        Optional.of(split),
        captionLines,
        maxFileBytes,
        shardRows);
  }

  /** The same with caption files that hold so many captions. */
  public SourceOptions withCaptionLines(CaptionLines captionLines) {
    return new SourceOptions(
        format, columns, imageRoot, separator, split, captionLines, maxFileBytes, shardRows);
  }

  /** The same with another bound on what is read into memory at once. */
  public SourceOptions withMaxFileBytes(long maxFileBytes) {
    return new SourceOptions(
        format, columns, imageRoot, separator, split, captionLines, maxFileBytes, shardRows);
  }

  /** The same with shards of another size. */
  public SourceOptions withShardRows(int shardRows) {
    return new SourceOptions(
        format, columns, imageRoot, separator, split, captionLines, maxFileBytes, shardRows);
  }
}
