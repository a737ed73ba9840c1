// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.FileReads;
import dev.falcon.data.file.Json;
import dev.falcon.data.internal.source.BrokenRowException;
import dev.falcon.data.internal.source.SampleFields;
import dev.falcon.data.internal.source.SeekableText;
import dev.falcon.data.sample.ColumnNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The objects of a JSON list: the file's only value, a field of it, or (JSON lines) the file's
 * values in sequence, which may be lists of texts. NaN, which Python writes for a missing value, is
 * read as null. A file that is compressed with gzip is one block. The file is read as a stream; a
 * first pass finds only the positions at which blocks start.
 */
public final class JsonRows implements RowFile {
  private record Index(
      List<Long> blockOffsets, long rows, boolean isList, Optional<String> problem) {}

  private final SeekableText text;
  private final Optional<String> field;
  private final int blockRows;
  private Index index;

  /**
   * @param field the field with the list; empty if the file is the list
   */
  public JsonRows(Path file, Optional<String> field, int blockRows) {
    this.text = SeekableText.of(file);
    this.field = field;
    this.blockRows = text.blockRows(blockRows);
  }

  /**
   * Returns the rows of a file in any of these forms. If its only value is an object, the rows are
   * the list of objects that it holds.
   *
   * @param columns the names of a row's fields, by which a row alone is distinguished
   * @throws RequestException if the only value is neither a row nor an object with one such list
   */
  public static JsonRows of(Path file, ColumnNames columns, int blockRows) {
    return new JsonRows(file, onlyObject(file).flatMap(it -> list(file, it, columns)), blockRows);
  }

  private static Optional<String> list(Path file, ObjectNode only, ColumnNames columns) {
    boolean hasText = holds(only, columns.caption());
    List<String> lists = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : only.properties()) {
      JsonNode first = field.getValue().path(0);
      boolean isRow =
          Stream.of(columns.image(), columns.anchor(), columns.caption())
              .anyMatch(names -> holds(first, names));
      if (first.isObject() && (isRow || !hasText) && !columns.caption().contains(field.getKey())) {
        lists.add(field.getKey());
      }
    }
    String remedy = "a line per row, or a list of rows (in pandas, orient=\"records\")";
    if (isText(only, columns.image()) || isText(only, columns.anchor())) {
      return Optional.empty();
    }
    if (only.path("rows").path(0).path("row").isObject()) {
      throw new RequestException(
          file + ": is a page of Hugging Face's viewer; take the dataset's Parquet files");
    }
    if (lists.size() > 1) {
      throw new RequestException(
          file
              + ": holds "
              + lists.size()
              + " lists of rows, such as '"
              + lists.get(0)
              + "'; write one of them, "
              + remedy);
    }
    boolean ofColumns =
        only.properties().stream().allMatch(field -> field.getValue().isContainerNode());
    if (lists.isEmpty() && (ofColumns || !hasText)) {
      throw new RequestException(file + ": is one object that is no row; write " + remedy);
    }
    return lists.stream().findFirst();
  }

  private static boolean holds(JsonNode row, List<String> names) {
    return names.stream().anyMatch(row::hasNonNull);
  }

  private static boolean isText(JsonNode row, List<String> names) {
    return names.stream().anyMatch(name -> row.path(name).isTextual());
  }

  /** Returns the object that is the file's only value, with the first element of each list. */
  private static Optional<ObjectNode> onlyObject(Path file) {
    ObjectNode only = Json.mapper().createObjectNode();
    try (JsonParser parser = parser(new RepairedUtf8(SeekableText.of(file).open(0), 0))) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        if (parser.nextToken() == JsonToken.START_ARRAY) {
          ArrayNode list = only.putArray(name);
          while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (list.isEmpty()) {
              list.add(parser.<JsonNode>readValueAsTree());
            }
            parser.skipChildren();
          }
        } else {
          only.set(name, parser.<JsonNode>readValueAsTree());
        }
      }
      return parser.nextToken() == null ? Optional.of(only) : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty(); // the first pass over the rows says so
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public Path file() {
    return text.file();
  }

  @Override
  public int blocks() {
    return Math.max(1, index().blockOffsets().size());
  }

  @Override
  public long rows() {
    return index().rows();
  }

  @Override
  public Rows open(int block) {
    Index places = index();
    List<Long> offsets = places.blockOffsets();
    boolean last = block >= offsets.size() - 1;
    if (offsets.isEmpty()) {
      return new BlockRows(0, 0, places, true);
    }
    return new BlockRows(offsets.get(block), (long) block * blockRows, places, last);
  }

  private synchronized Index index() {
    if (index == null) {
      index = walk();
    }
    return index;
  }

  private Index walk() {
    List<Long> offsets = new ArrayList<>();
    Optional<String> problem = Optional.empty();
    boolean isList = true;
    long rows = 0;
    try (JsonParser parser = parser(new RepairedUtf8(inputAt(0), 0))) {
      JsonToken token = parser.nextToken();
      if (field.isPresent()) {
        token = findField(parser, field.get());
      }
      isList = token == JsonToken.START_ARRAY && (field.isPresent() || !beginsWithTexts());
      token = isList ? parser.nextToken() : token;
      for (; token != null && token != JsonToken.END_ARRAY; rows++) {
        long offset = parser.currentTokenLocation().getByteOffset();
        if (offset < 0) { // which the parser counts only for UTF-8
          throw new FalconException(file() + ": is UTF-16 or UTF-32 text; save it as UTF-8");
        }
        parser.skipChildren();
        if (rows % blockRows == 0) {
          offsets.add(offset);
        }
        token = parser.nextToken();
      }
      if (isList && token == null) {
        problem = Optional.of("the list is cut");
      }
    } catch (JsonProcessingException e) {
      // The parser reports no position when one of its limits, such as nesting, is exceeded.
      String place =
          e.getLocation() == null ? "" : " after byte " + e.getLocation().getByteOffset();
      problem = Optional.of("cannot be parsed" + place + ": " + Json.reason(e));
    } catch (IOException e) {
      throw new FalconException(file() + ": cannot be read: " + e.getMessage(), e);
    }
    return new Index(offsets, rows, isList, problem);
  }

  /** Returns whether the file's first value is a list of texts, and so a row. */
  private boolean beginsWithTexts() throws IOException {
    try (JsonParser parser = parser(new RepairedUtf8(inputAt(0), 0))) {
      return parser.nextToken() == JsonToken.START_ARRAY
          && parser.nextToken() == JsonToken.VALUE_STRING;
    }
  }

  private JsonToken findField(JsonParser parser, String field) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken token = parser.nextToken();
      if (name.equals(field) && token == JsonToken.START_ARRAY) {
        return token;
      }
      parser.skipChildren();
    }
    throw new FalconException(file() + ": has no list '" + field + "'");
  }

  private InputStream inputAt(long offset) throws IOException {
    return text.open(offset);
  }

  private static JsonParser parser(InputStream input) throws IOException {
    return Json.lenientParser(input);
  }

  /** One block, parsed as a separate list. */
  private final class BlockRows implements Rows {
    private final RepairedUtf8 input;
    private final JsonParser parser;
    private final long origin;
    private final long end;
    private final Optional<String> problem;
    private long next;
    private boolean finished;

    private BlockRows(long offset, long firstRow, Index places, boolean isLast) {
      this.next = firstRow;
      this.end = places.blockOffsets().isEmpty() ? firstRow : firstRow + blockRows;
      this.problem = isLast ? places.problem() : Optional.empty();
      byte[] prefix = places.isList() ? new byte[] {'['} : new byte[0];
      this.origin = offset - prefix.length;
      try {
        input =
            new RepairedUtf8(
                new SequenceInputStream(new ByteArrayInputStream(prefix), inputAt(offset)), origin);
        parser = parser(input);
        if (places.isList()) {
          parser.nextToken();
        }
      } catch (IOException e) {
        throw new FalconException(file() + ": cannot be read: " + e.getMessage(), e);
      }
    }

    @Override
    public Optional<JsonNode> next() throws BrokenRowException {
      if (finished) {
        return Optional.empty();
      }
      if (next >= end) {
        return finish();
      }
      try {
        JsonToken token = parser.nextToken();
        if (token == null || token == JsonToken.END_ARRAY) {
          return finish();
        }
        long from = origin + parser.currentTokenLocation().getByteOffset();
        JsonNode row = Json.withoutNaN(parser.readValueAsTree());
        long to = origin + parser.currentLocation().getByteOffset();
        next++;
        long bad = input.firstBad(from, to);
        if (bad >= 0) {
          throw new BrokenRowException("the row is not valid UTF-8 at byte " + bad);
        }
        SampleFields.requireCharacters(row, "the row");
        return Optional.of(row);
      } catch (JsonProcessingException e) {
        return finish();
      } catch (IOException e) {
        throw new FalconException(file() + ": cannot be read: " + e.getMessage(), e);
      }
    }

    /** Ends the rows: reports a problem that the first pass found, and then returns empty. */
    private Optional<JsonNode> finish() throws BrokenRowException {
      finished = true;
      if (problem.isPresent()) {
        next++;
        throw new BrokenRowException(problem.get());
      }
      return Optional.empty();
    }

    @Override
    public long number() {
      return next - 1;
    }

    @Override
    public void close() {
      FileReads.close(file(), parser);
    }
  }
}
