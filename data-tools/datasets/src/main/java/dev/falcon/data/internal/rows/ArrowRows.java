// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.internal.ArrowRowSource;
import dev.falcon.data.table.internal.Cell;
import dev.falcon.data.table.internal.Content;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The rows of an Arrow file or stream. One record batch is in memory. */
final class ArrowRows implements TypedRows {
  private final ArrowRowSource source;
  private final Content.Records columns;

  private ArrowRows(ArrowRowSource source) {
    this.source = source;
    this.columns =
        new Content.Records(
            source.columns().stream()
                .map(name -> new Content.Field(name, source.content(name)))
                .toList());
  }

  static ArrowRows open(Path file) {
    try {
      return new ArrowRows(ArrowRowSource.open(file));
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public Content.Records columns() {
    return columns;
  }

  @Override
  public Map<String, String> metadata() {
    return source.metadata();
  }

  @Override
  public boolean next() throws IOException {
    return source.advance();
  }

  @Override
  public Optional<Cell> value(int column) {
    return source.value(column);
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
