package dev.falcon.data.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens files of text that users write; they are UTF-8, a byte order mark is skipped, and what gzip
 * has compressed is unpacked.
 */
public final class TextFiles {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private TextFiles() {}

  /** Opens a file at its first line. */
  public static BufferedReader open(Path file) throws IOException {
    BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(PackedFiles.open(file), StandardCharsets.UTF_8.newDecoder()));
    try {
      reader.mark(1);
      if (reader.read() != BYTE_ORDER_MARK) {
        reader.reset();
      }
      return reader;
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  /** Returns all lines of a file. */
  public static List<String> lines(Path file) throws IOException {
    try (BufferedReader reader = open(file)) {
      List<String> lines = new ArrayList<>();
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
      }
      return lines;
    }
  }

  /** Returns the text of a file. */
  public static String read(Path file) throws IOException {
    String text = Files.readString(file);
    return text.startsWith(String.valueOf(BYTE_ORDER_MARK)) ? text.substring(1) : text;
  }
}
