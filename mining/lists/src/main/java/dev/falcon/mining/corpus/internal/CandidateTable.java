// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import static dev.falcon.data.table.TableSchema.nullable;
import static dev.falcon.data.table.TableSchema.required;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.corpus.ExclusionReason;
import dev.falcon.mining.corpus.SearchRecall;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The results of searches as a table with one row per query. Its cells hold rows of the stores and
 * scores as little-endian int32 and float32; its metadata hold the counts of excluded candidates
 * and the search's provenance.
 */
public final class CandidateTable {
  /** The version of the format. */
  public static final String VERSION = "1";

  /** The metadata key of the format's version. */
  public static final String VERSION_KEY = "falcon.candidates.version";

  /** The metadata key of the search's provenance. */
  public static final String PROVENANCE = "falcon.provenance";

  private static final long ROW_GROUP = 8L << 20; // bytes; rows may be long, and memory small
  private static final String LEFT_OUT = "falcon.left_out";
  private static final String RECALL = "falcon.recall";
  private static final TableSchema SCHEMA =
      TableSchema.of(
          required("query", ColumnType.INT64),
          nullable("positive", ColumnType.INT64),
          required("candidates", ColumnType.BINARY),
          required("scores", ColumnType.BINARY),
          required("positives", ColumnType.BINARY),
          required("positive_scores", ColumnType.BINARY),
          required("nearer", ColumnType.INT64));

  private final CorpusItems queries;
  private final CorpusItems corpus;

  public CandidateTable(CorpusItems queries, CorpusItems corpus) {
    this.queries = queries;
    this.corpus = corpus;
  }

  /** Starts a table. */
  public TableWriter create(Path file, Map<ExclusionReason, Long> leftOut, String provenance) {
    return create(file, leftOut, provenance, Optional.empty());
  }

  /** Starts a table that keeps the recall of its search. */
  TableWriter create(
      Path file,
      Map<ExclusionReason, Long> leftOut,
      String provenance,
      Optional<SearchRecall> recall) {
    Map<String, Long> counts = new TreeMap<>();
    leftOut.forEach((reason, count) -> counts.put(reason.name(), count));
    Map<String, String> metadata = new TreeMap<>();
    metadata.put(VERSION_KEY, VERSION);
    metadata.put(PROVENANCE, provenance);
    metadata.put(LEFT_OUT, Json.line(counts));
    recall.ifPresent(measured -> metadata.put(RECALL, Json.line(measured)));
    return TableWriter.createParquet(file, SCHEMA, metadata, ROW_GROUP);
  }

  /** Appends a row. */
  public void append(TableWriter table, QueryCandidates found) {
    table.setLong(0, queries.row(found.query()));
    if (found.positive() != CorpusItems.NONE) {
      table.setLong(1, corpus.row(found.positive()));
    }
    table
        .setBytes(2, rows(found.items()))
        .setBytes(3, floats(found.scores()))
        .setBytes(4, rows(found.positives()))
        .setBytes(5, floats(found.positiveScores()))
        .setLong(6, found.nearer())
        .endRow();
  }

  /**
   * Reads a table.
   *
   * @return the number of excluded candidates, by reason
   */
  public Map<ExclusionReason, Long> read(Path file, Consumer<QueryCandidates> each) {
    try (TableReader table = TableReader.open(file)) {
      Map<ExclusionReason, Long> leftOut = leftOut(file, table);
      int query = table.column(ColumnType.INT64, "query");
      int positive = table.column(ColumnType.INT64, "positive");
      int candidates = table.column(ColumnType.BINARY, "candidates");
      int scores = table.column(ColumnType.BINARY, "scores");
      int positives = table.column(ColumnType.BINARY, "positives");
      int positiveScores = table.column(ColumnType.BINARY, "positive_scores");
      int nearer = table.column(ColumnType.INT64, "nearer");
      while (table.next()) {
        QueryCandidates found =
            new QueryCandidates(
                item(file, queries, table.getLong(query)),
                table.isNull(positive)
                    ? CorpusItems.NONE
                    : item(file, corpus, table.getLong(positive)),
                items(file, table.getBytes(candidates)),
                floats(table.getBytes(scores)),
                items(file, table.getBytes(positives)),
                floats(table.getBytes(positiveScores)),
                table.getLong(nearer));
        if (found.items().length != found.scores().length
            || found.positives().length != found.positiveScores().length) {
          throw new FalconException(
              file + ": has a row with unequal numbers of candidates and scores");
        }
        each.accept(found);
      }
      return leftOut;
    }
  }

  /**
   * Returns the provenance of the search in a file of candidates.
   *
   * @throws FalconException if it is not such a file
   */
  public static JsonNode provenance(Path candidates) {
    try (TableReader reader = TableReader.open(candidates)) {
      String provenance = reader.metadata().get(PROVENANCE);
      if (provenance == null || !reader.metadata().containsKey(VERSION_KEY)) {
        throw new FalconException(
            candidates + ": is not a table of candidates, as a search of a corpus writes");
      }
      return Json.mapper().readTree(provenance);
    } catch (JsonProcessingException e) {
      throw new FalconException(candidates + ": its provenance is damaged: " + Json.reason(e), e);
    }
  }

  /** Returns the recall of the candidates in a file, if their search had one. */
  static Optional<SearchRecall> recall(Path candidates) {
    try (TableReader reader = TableReader.open(candidates)) {
      String recall = reader.metadata().get(RECALL);
      return recall == null
          ? Optional.empty()
          : Optional.of(Json.mapper().readValue(recall, SearchRecall.class));
    } catch (JsonProcessingException e) {
      throw new FalconException(candidates + ": its recall is damaged: " + Json.reason(e), e);
    }
  }

  /** Returns the number of candidates before the filters, by the provenance of a file. */
  static int depth(Path candidates) {
    return provenance(candidates).at("/options/depth").asInt();
  }

  private static Map<ExclusionReason, Long> leftOut(Path file, TableReader table) {
    if (!VERSION.equals(table.metadata().get(VERSION_KEY))) {
      throw new FalconException(
          file
              + ": is not a table of candidates of version "
              + VERSION
              + ", as a mining of lists writes");
    }
    Map<ExclusionReason, Long> leftOut = new TreeMap<>();
    try {
      Json.mapper()
          .readTree(table.metadata().getOrDefault(LEFT_OUT, "{}"))
          .properties()
          .forEach(
              entry ->
                  leftOut.put(ExclusionReason.valueOf(entry.getKey()), entry.getValue().asLong()));
    } catch (JsonProcessingException e) {
      throw new FalconException(file + ": its metadata are damaged: " + Json.reason(e), e);
    }
    return leftOut;
  }

  private byte[] rows(int[] items) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * items.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int item : items) {
      bytes.putInt(corpus.row(item));
    }
    return bytes.array();
  }

  private static byte[] floats(float[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      bytes.putFloat(value);
    }
    return bytes.array();
  }

  private int[] items(Path file, byte[] bytes) {
    ByteBuffer rows = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int[] items = new int[bytes.length / 4];
    for (int x = 0; x < items.length; x++) {
      items[x] = item(file, corpus, rows.getInt());
    }
    return items;
  }

  private static float[] floats(byte[] bytes) {
    ByteBuffer values = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    float[] floats = new float[bytes.length / 4];
    for (int x = 0; x < floats.length; x++) {
      floats[x] = values.getFloat();
    }
    return floats;
  }

  private static int item(Path file, CorpusItems items, long row) {
    int item = row < 0 || row >= items.store().rows() ? CorpusItems.NONE : items.ofRow((int) row);
    if (item == CorpusItems.NONE) {
      throw new FalconException(
          file + ": names row " + row + ", which " + items.store().folder() + " does not have");
    }
    return item;
  }
}
