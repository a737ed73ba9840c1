// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import dev.falcon.data.InputRole;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.eval.compositional.ItemTable;
import dev.falcon.eval.internal.search.Gallery;
import dev.falcon.eval.metric.RankingMetrics;
import dev.falcon.eval.metric.RankingMetrics.QueryTruth;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The table with one row per query: first the images, which ask for texts, then the captions. Two
 * models are compared by it, query by query.
 */
public final class QueryTable {
  /** The file's name within an output folder. */
  public static final String NAME = "queries.parquet";

  /** The metadata with the digests of the truth's files and how they were read. */
  public static final String TRUTH = ItemTable.RULE + "truth";

  private static final int[] DEPTHS = {5, 10};
  private static final int DIGITS = 12; // of a digest

  private static final TableSchema SCHEMA =
      TableSchema.of(
          TableSchema.required("item", ColumnType.UTF8),
          TableSchema.required("subset", ColumnType.UTF8),
          TableSchema.required("image", ColumnType.UTF8),
          TableSchema.required("right", ColumnType.BOOL),
          TableSchema.required("r5", ColumnType.BOOL),
          TableSchema.required("r10", ColumnType.BOOL),
          TableSchema.nullable("truth_r1", ColumnType.BOOL),
          TableSchema.nullable("truth_r5", ColumnType.BOOL),
          TableSchema.nullable("truth_r10", ColumnType.BOOL),
          TableSchema.nullable("r_precision", ColumnType.FLOAT64),
          TableSchema.nullable("average_precision", ColumnType.FLOAT64));

  private static final Set<String> BY_TRUTH =
      Set.of("truth_r1", "truth_r5", "truth_r10", "r_precision", "average_precision");

  private QueryTable() {}

  /** Returns whether a column is judged by the truth, and not by own answers. */
  public static boolean isByTruth(String column) {
    return BY_TRUTH.contains(column);
  }

  /** Returns what the truth is, the same for the same pairs that are read alike. */
  private static String truth(RetrievalResult result) {
    List<String> parts = new ArrayList<>();
    result.provenance().inputs().stream()
        .filter(input -> input.role().filter(InputRole.TRUTH::equals).isPresent())
        .map(input -> input.sha256().substring(0, DIGITS))
        .sorted()
        .forEach(parts::add);
    Optional.ofNullable(result.provenance().options().get("judged"))
        .ifPresent(queries -> parts.add("judged " + queries));
    result
        .judged()
        .flatMap(RetrievalResult.Judged::leastGrade)
        .ifPresent(least -> parts.add("from " + least));
    return String.join(", ", parts);
  }

  /**
   * Writes the table.
   *
   * @param texts the metrics of the images' queries
   * @param images the metrics of the captions' queries
   */
  static void write(
      Path file,
      Gallery gallery,
      RankingMetrics texts,
      RankingMetrics images,
      RetrievalResult result) {
    String content = Json.line(List.of(gallery.keys(), gallery.textKeys(), gallery.captions()));
    Map<String, String> metadata = new TreeMap<>();
    metadata.put(ItemTable.SUITE, "retrieval");
    metadata.put(ItemTable.DIGEST, Sha256.of(content.getBytes(StandardCharsets.UTF_8)));
    metadata.put("falcon.provenance", Json.line(result.provenance()));
    metadata.put(ItemTable.MODEL, result.modelSha256());
    if (result.judged().isPresent()) {
      metadata.put(TRUTH, truth(result));
    }
    metadata.put(ItemTable.SCORED_BY, result.itm() == null ? "itc" : "itm");
    try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, SCHEMA, metadata)) {
      for (int image = 0; image < gallery.images(); image++) {
        String key = gallery.keys().get(image);
        row(table, key, "txt", key, texts, image);
      }
      for (int text = 0; text < gallery.texts(); text++) {
        String image = gallery.keys().get(gallery.owner()[text]);
        row(table, gallery.textKeys().get(text), "img", image, images, text);
      }
      table.commit();
    }
  }

  private static void row(
      TableWriter table,
      String item,
      String subset,
      String image,
      RankingMetrics metrics,
      int query) {
    int rank = metrics.recall().ranks()[query];
    int column = 0;
    table
        .setString(column++, item)
        .setString(column++, subset)
        .setString(column++, image)
        .setBoolean(column++, rank == 0);
    for (int depth : DEPTHS) {
      table.setBoolean(column++, rank < depth);
    }
    Optional<QueryTruth> truth =
        metrics.queries().isEmpty() ? Optional.empty() : metrics.queries().get(query);
    int first = column;
    truth.ifPresent(
        answers ->
            table
                .setBoolean(first, answers.firstRight() == 0)
                .setBoolean(first + 1, answers.firstRight() < DEPTHS[0])
                .setBoolean(first + 2, answers.firstRight() < DEPTHS[1])
                .setDouble(first + 3, answers.rPrecision())
                .setDouble(first + 4, answers.averagePrecision()));
    table.endRow();
  }
}
