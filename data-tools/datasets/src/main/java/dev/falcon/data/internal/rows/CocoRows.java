// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.file.Json;
import dev.falcon.data.internal.source.BrokenRowException;
import dev.falcon.data.sample.Sample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads COCO's captions file as rows {@code {file_name, image_id, captions, sentids}}, in the order
 * of its images. The file is read as a stream; its captions are held in memory for the join, about
 * 250 bytes each.
 */
public final class CocoRows implements RowFile {
  private record Table(List<ObjectNode> rows, List<BrokenRowException> broken) {}

  private final Path file;
  private final int blockRows;
  private Table table;

  public CocoRows(Path file, int blockRows) {
    this.file = file;
    this.blockRows = blockRows;
  }

  @Override
  public Path file() {
    return file;
  }

  @Override
  public int blocks() {
    return Math.max(1, (table().rows().size() - 1) / blockRows + 1);
  }

  @Override
  public long rows() {
    return table().rows().size();
  }

  private synchronized Table table() {
    if (table == null) {
      table = join();
    }
    return table;
  }

  private Table join() {
    List<BrokenRowException> broken = new ArrayList<>();
    List<ObjectNode> rows = new ArrayList<>();
    Map<String, ObjectNode> byId = new HashMap<>();
    for (JsonNode image : list("images", broken)) {
      ObjectNode row = Json.mapper().createObjectNode();
      row.set("file_name", image.path("file_name"));
      row.put("image_id", image.path("id").asText());
      row.putArray("captions");
      row.putArray(Sample.CAPTION_IDS);
      rows.add(row);
      byId.put(image.path("id").asText(), row);
    }
    for (JsonNode annotation : list("annotations", broken)) {
      String id = annotation.path("image_id").asText();
      ObjectNode row = byId.get(id);
      if (row == null) {
        broken.add(new BrokenRowException("an annotation is of image '" + id + "', which is not"));
      } else {
        row.withArray("captions").add(annotation.path("caption"));
        row.withArray(Sample.CAPTION_IDS).add(annotation.path("id"));
      }
    }
    return new Table(rows, broken);
  }

  private List<JsonNode> list(String field, List<BrokenRowException> broken) {
    List<JsonNode> kept = new ArrayList<>();
    JsonRows rows = new JsonRows(file, Optional.of(field), Integer.MAX_VALUE);
    try (Rows walk = rows.open(0)) {
      boolean ended = false;
      while (!ended) {
        try {
          Optional<JsonNode> row = walk.next();
          ended = row.isEmpty();
          row.map(CocoRows::slim).ifPresent(kept::add);
        } catch (BrokenRowException e) {
          broken.add(new BrokenRowException(field + " " + walk.number() + ": " + e.getMessage()));
        }
      }
    }
    return kept;
  }

  private static JsonNode slim(JsonNode row) {
    return row.isObject()
        ? ((ObjectNode) row).retain("id", "file_name", "image_id", "caption")
        : row;
  }

  @Override
  public Rows open(int block) {
    Table all = table();
    return new Rows() {
      private final int end = Math.min(all.rows().size(), (block + 1) * blockRows);
      private int next = block * blockRows;
      private int nextBroken = block == 0 ? 0 : all.broken().size();

      @Override
      public Optional<JsonNode> next() throws BrokenRowException {
        if (nextBroken < all.broken().size()) {
          throw all.broken().get(nextBroken++);
        }
        return next < end ? Optional.of(all.rows().get(next++)) : Optional.empty();
      }

      @Override
      public long number() {
        return next - 1L;
      }

      @Override
      public void close() {}
    };
  }
}
