// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
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

  /** Reports bytes of another encoding in words; the decoder only gives their number. */
  private static final class NotUtf8Exception extends CharacterCodingException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      return "it is not valid UTF-8; save it as UTF-8";
    }
  }

  private static final class Utf8Reader extends FilterReader {
    Utf8Reader(InputStream in) {
      super(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()));
    }

    @Override
    public int read(char[] into, int from, int count) throws IOException {
      try {
        return super.read(into, from, count);
      } catch (CharacterCodingException e) {
        throw new NotUtf8Exception();
      }
    }
  }

  /** Opens a file at its first line. */
  public static BufferedReader open(Path file) throws IOException {
    BufferedReader reader = new BufferedReader(new Utf8Reader(PackedFiles.open(file)));
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
    try (Reader reader = open(file)) {
      StringWriter text = new StringWriter();
      reader.transferTo(text);
      return text.toString();
    }
  }
}
