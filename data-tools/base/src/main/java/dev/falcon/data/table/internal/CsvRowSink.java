// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import com.fasterxml.jackson.core.io.NumberOutput;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.CsvText;
import dev.falcon.data.table.TableSchema;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/**
 * Writes rows to CSV as in RFC 4180, in UTF-8 with a header line and CR LF after every record. Null
 * is the empty field, the empty string is {@code ""}; bytes are Base64, lists JSON arrays. Texts
 * are guarded so that none is read as a {@linkplain CsvText formula}.
 */
public final class CsvRowSink implements RowSink {
  private static final String RECORD_END = "\r\n";

  private final Writer out;

  public CsvRowSink(Path file, TableSchema schema) throws IOException {
    out =
        new BufferedWriter(
            new OutputStreamWriter(Files.newOutputStream(file), StandardCharsets.UTF_8));
    for (int i = 0; i < schema.size(); i++) {
      out.write(i == 0 ? "" : ",");
      out.write(schema.column(i).name());
    }
    out.write(RECORD_END);
  }

  @Override
  public void write(Row row) throws IOException {
    int columns = row.schema().size();
    for (int i = 0; i < columns; i++) {
      if (i > 0) {
        out.write(',');
      }
      if (!row.isNull(i)) {
        writeField(text(row, i));
      }
    }
    out.write(RECORD_END);
  }

  /** Returns the value as text; numbers in their shortest form, which is the same on every JDK. */
  private static String text(Row row, int column) {
    return switch (row.schema().column(column).type()) {
      case INT32 -> Integer.toString(row.getInt(column));
      case INT64 -> Long.toString(row.getLong(column));
      case FLOAT32 -> NumberOutput.toString(row.getFloat(column), true);
      case FLOAT64 -> NumberOutput.toString(row.getDouble(column), true);
      case BOOL -> Boolean.toString(row.getBoolean(column));
      case UTF8 -> CsvText.guarded(row.getString(column));
      case BINARY -> CsvText.guarded(Base64.getEncoder().encodeToString(row.getBytes(column)));
      case UTF8_LIST -> Json.line(row.getStrings(column));
      case FLOAT32_LIST -> Json.line(row.getFloats(column));
    };
  }

  private void writeField(String text) throws IOException {
    boolean quoted = text.isEmpty();
    for (int i = 0; i < text.length() && !quoted; i++) {
      char c = text.charAt(i);
      quoted = c == ',' || c == '"' || c == '\r' || c == '\n';
    }
    if (quoted) {
      out.write('"');
      out.write(text.replace("\"", "\"\""));
      out.write('"');
    } else {
      out.write(text);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  @Override
  public void abandon() throws IOException {
    out.close();
  }
}
