// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The file formats of tables. */
public enum TableFormat {
  /** Apache Parquet, compressed with Zstandard. */
  PARQUET,
  /** Apache Arrow's IPC file format, uncompressed. */
  ARROW,
  /** One JSON object per line. */
  JSONL,
  /** Comma-separated values with a header line, quoted as in RFC 4180. */
  CSV;

  private static final String PACKED = ".gz";

  /** Returns the name in flags and the extension of files, such as {@code parquet}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the format with this name on a command line. */
  public static TableFormat ofLabel(String label) {
    for (TableFormat format : values()) {
      if (format.label().equals(label)) {
        return format;
      }
    }
    throw new RequestException("'" + label + "' is no table format; there are " + labels());
  }

  /** Returns the format that a file's extension names, as which a table is written. */
  public static TableFormat ofFile(Path file) {
    return ofExtension(extension(name(file)))
        .orElseThrow(
            () ->
                new RequestException(
                    file + ": the extension names no table format; known are " + labels()));
  }

  /**
   * Returns the format as which a table is read: {@code tsv} is like CSV, {@code json} like JSON
   * lines, and a text may be compressed with gzip, as its further extension {@code gz} says.
   */
  public static TableFormat ofTable(Path file) {
    TableFormat format =
        readAs(file)
            .orElseThrow(
                () ->
                    new RequestException(
                        file
                            + ": the extension names no table format; known are "
                            + labels()
                            + ", tsv, json"));
    if (name(file).endsWith(PACKED) && (format == PARQUET || format == ARROW)) {
      throw new RequestException(
          file + ": is compressed as a whole, in which only tables of text are read; unpack it");
    }
    return format;
  }

  /** Returns whether a file's extension is that of a table that can be read. */
  public static boolean isNamedIn(Path file) {
    return readAs(file).isPresent();
  }

  private static Optional<TableFormat> readAs(Path file) {
    String name = name(file);
    String unpacked =
        name.endsWith(PACKED) ? name.substring(0, name.length() - PACKED.length()) : name;
    return switch (extension(unpacked)) {
      case "tsv" -> Optional.of(CSV);
      case "json" -> Optional.of(JSONL);
      default -> ofExtension(extension(unpacked));
    };
  }

  private static Optional<TableFormat> ofExtension(String extension) {
    return switch (extension) {
      case "parquet", "pq" -> Optional.of(PARQUET);
      case "arrow", "arrows", "feather", "ipc" -> Optional.of(ARROW);
      case "jsonl", "ndjson" -> Optional.of(JSONL);
      case "csv" -> Optional.of(CSV);
      default -> Optional.empty();
    };
  }

  private static String name(Path file) {
    return file.getFileName().toString().toLowerCase(Locale.ROOT);
  }

  private static String extension(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String labels() {
    return Arrays.stream(values()).map(TableFormat::label).collect(Collectors.joining(", "));
  }
}
