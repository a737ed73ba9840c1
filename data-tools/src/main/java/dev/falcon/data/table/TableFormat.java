package dev.falcon.data.table;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
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

  /** Returns the format that a file's extension names. */
  public static TableFormat ofFile(Path file) {
    String name = file.getFileName().toString();
    String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return switch (extension) {
      case "parquet", "pq" -> PARQUET;
      case "arrow", "feather", "ipc" -> ARROW;
      case "jsonl", "ndjson" -> JSONL;
      case "csv" -> CSV;
      default ->
          throw new RequestException(
              file + ": the extension names no table format; known are " + labels());
    };
  }

  private static String labels() {
    return Arrays.stream(values()).map(TableFormat::label).collect(Collectors.joining(", "));
  }
}
