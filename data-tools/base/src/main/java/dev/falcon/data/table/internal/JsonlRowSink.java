// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableSchema;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes rows to JSON lines, with every column in every line. JSON has no NaN and no infinity: they
 * are written as null. Bytes are Base64.
 */
public final class JsonlRowSink implements RowSink {
  private final OutputStream out;
  private final JsonGenerator json;

  public JsonlRowSink(Path file, TableSchema schema) throws IOException {
    out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
    json = Json.mapper().getFactory().createGenerator(out);
    json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
  }

  @Override
  public void write(Row row) throws IOException {
    TableSchema schema = row.schema();
    json.writeStartObject();
    for (int i = 0; i < schema.size(); i++) {
      json.writeFieldName(schema.column(i).name());
      if (row.isNull(i)) {
        json.writeNull();
      } else {
        writeValue(schema.column(i).type(), row, i);
      }
    }
    json.writeEndObject();
  }

  private void writeValue(ColumnType type, Row row, int column) throws IOException {
    switch (type) {
      case INT32 -> json.writeNumber(row.getInt(column));
      case INT64 -> json.writeNumber(row.getLong(column));
      case FLOAT32 -> {
        if (Float.isFinite(row.getFloat(column))) {
          json.writeNumber(row.getFloat(column));
        } else {
          json.writeNull();
        }
      }
      case FLOAT64 -> {
        if (Double.isFinite(row.getDouble(column))) {
          json.writeNumber(row.getDouble(column));
        } else {
          json.writeNull();
        }
      }
      case BOOL -> json.writeBoolean(row.getBoolean(column));
      case UTF8 -> json.writeString(row.getString(column));
      case BINARY -> json.writeBinary(row.getBytes(column));
      case UTF8_LIST -> {
        json.writeStartArray();
        for (String value : row.getStrings(column)) {
          json.writeString(value);
        }
        json.writeEndArray();
      }
      case FLOAT32_LIST -> {
        json.writeStartArray();
        for (float value : row.getFloats(column)) {
          if (Float.isFinite(value)) {
            json.writeNumber(value);
          } else {
            json.writeNull();
          }
        }
        json.writeEndArray();
      }
    }
  }

  @Override
  public void close() throws IOException {
    json.writeRaw(json.getOutputContext().getEntryCount() > 0 ? "\n" : "");
    json.close();
  }

  @Override
  public void abandon() throws IOException {
    out.close();
  }
}
