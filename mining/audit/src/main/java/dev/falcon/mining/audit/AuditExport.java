// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit;

import static dev.falcon.data.table.TableSchema.required;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.data.work.OutputFile;
import dev.falcon.mining.audit.internal.report.PairsTable;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.PairKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Writes the pairs of an audit that match, as positives to train on or as a veto list. Whether a
 * pair matches is decided by its known truth; if there is none, by people's labels; if there are
 * none either, by whether one judge's score is above the threshold.
 *
 * @param pairs the audit's {@code pairs.parquet}
 * @param judge the judge whose score decides; by default the first whose score is a probability of
 *     a match, and no judge if there is none, since a cosine only orders pairs
 * @param threshold a finite number in the unit of that judge's scores
 */
public record AuditExport(Path pairs, Optional<String> judge, double threshold) {
  private static final List<String> SCORES = List.of("match_probability_", "cosine_", "score_");
  private static final String PROBABILITY = SCORES.get(0);

  public AuditExport {
    if (!Double.isFinite(threshold)) {
      throw new RequestException("the threshold must be a finite number; threshold=" + threshold);
    }
  }

  /** The judge that decides, and the column of its scores. */
  private record Scores(String judge, int column) {}

  /** The evidence that a pair matches. */
  private enum Evidence {
    TRUTH,
    LABELS,
    SCORE
  }

  /** The matching pairs, and the number of them that each kind of evidence gave. */
  private record Matches(Set<Found> pairs, Map<Evidence, Integer> by, Optional<Scores> scores) {}

  /** The keys of a matching pair. */
  private record Found(String first, String second) {}

  /**
   * Fails if a table cannot be written, because the file exists or its format is unknown. To be
   * called before an audit, so that the audit is not made in vain.
   *
   * @param inputs files and folders that are read
   */
  public static void requireWritable(Path file, boolean overwrite, Collection<Path> inputs) {
    TableFormat.ofFile(file);
    OutputFile.require(file, overwrite, inputs);
  }

  /**
   * Writes the matching pairs as {@code image_key, text_key}.
   *
   * @return a description of the written file for people
   */
  public String positives(Path file, boolean overwrite) {
    return write(file, overwrite, "image_key", "text_key");
  }

  /**
   * Writes the pairs of samples that must not share a batch as {@code key_a, key_b}.
   *
   * @return a description of the written file for people
   */
  public String veto(Path file, boolean overwrite) {
    return write(file, overwrite, "anchor_key", "candidate_key");
  }

  private String write(Path file, boolean overwrite, String first, String second) {
    requireWritable(file, overwrite, List.of(pairs));
    boolean keepOrder = first.equals("image_key");
    Matches matches = matches(first, second, keepOrder);
    TableSchema schema =
        keepOrder
            ? TableSchema.of(
                required("image_key", ColumnType.UTF8), required("text_key", ColumnType.UTF8))
            : TableSchema.of(
                required("key_a", ColumnType.UTF8), required("key_b", ColumnType.UTF8));
    try (TableWriter table = TableWriter.create(file, TableFormat.ofFile(file), schema, Map.of())) {
      for (Found pair : matches.pairs()) {
        table.setString(0, pair.first()).setString(1, pair.second()).endRow();
      }
      table.commit();
    }
    return String.format(
        Locale.ROOT, "%s: %,d pairs%s", file, matches.pairs().size(), evidence(matches));
  }

  /**
   * Returns the number of pairs by evidence, such as {@code ": 25 by labels, 3 by blip above 0.5"}.
   */
  private String evidence(Matches matches) {
    List<String> parts = new ArrayList<>();
    matches
        .by()
        .forEach(
            (evidence, count) ->
                parts.add(
                    String.format(
                        Locale.ROOT,
                        "%,d by %s",
                        count,
                        switch (evidence) {
                          case TRUTH -> AuditRequest.TRUTH;
                          case LABELS -> AuditRequest.LABELS;
                          case SCORE ->
                              matches.scores().orElseThrow().judge() + " above " + threshold;
                        })));
    return parts.isEmpty() ? "" : ": " + String.join(", ", parts);
  }

  private Matches matches(String first, String second, boolean keepOrder) {
    Set<Found> found = new LinkedHashSet<>();
    Map<Evidence, Integer> by = new EnumMap<>(Evidence.class);
    try (TableReader table = TableReader.open(pairs)) {
      int firstKey = table.column(ColumnType.UTF8, first);
      int secondKey = table.column(ColumnType.UTF8, second);
      int truth = table.column(ColumnType.BOOL, "truth");
      OptionalInt label = table.findColumn(ColumnType.BOOL, PairsTable.LABEL);
      int kind = table.column(ColumnType.UTF8, "kind");
      Optional<Scores> scores = scores(table);
      while (table.next()) {
        if (PairKind.CALIBRATION.label().equals(table.getString(kind))) {
          continue;
        }
        Optional<Evidence> evidence = evidence(table, truth, label, scores);
        if (evidence.isPresent()) {
          String a = table.getString(firstKey);
          String b = table.getString(secondKey);
          if (found.add(keepOrder || a.compareTo(b) <= 0 ? new Found(a, b) : new Found(b, a))) {
            by.merge(evidence.get(), 1, Integer::sum);
          }
        }
      }
      return new Matches(found, by, scores);
    } catch (FalconException e) {
      throw new FalconException(pairs + ": cannot be exported: " + e.getMessage(), e);
    }
  }

  private Optional<Scores> scores(TableReader table) {
    List<String> columns =
        judge
            .map(name -> SCORES.stream().map(kind -> kind + AuditRequest.column(name)).toList())
            .orElseGet(
                () -> table.columns().stream().filter(c -> c.startsWith(PROBABILITY)).toList());
    Optional<Scores> found =
        columns.stream()
            .filter(table.columns()::contains)
            .findFirst()
            .map(
                name ->
                    new Scores(
                        judge.orElseGet(() -> name.substring(PROBABILITY.length())),
                        table.column(ColumnType.FLOAT32, name)));
    if (judge.isPresent() && found.isEmpty()) {
      throw new FalconException("it has no scores of '" + judge.get() + "'");
    }
    return found;
  }

  /** Returns the evidence that a pair matches; empty if it does not match or nothing decides. */
  private Optional<Evidence> evidence(
      TableReader table, int truth, OptionalInt label, Optional<Scores> scores) {
    if (!table.isNull(truth)) {
      return table.getBoolean(truth) ? Optional.of(Evidence.TRUTH) : Optional.empty();
    }
    if (label.isPresent() && !table.isNull(label.getAsInt())) {
      return table.getBoolean(label.getAsInt()) ? Optional.of(Evidence.LABELS) : Optional.empty();
    }
    return scores
        .filter(column -> !table.isNull(column.column()))
        .filter(column -> table.getFloat(column.column()) > threshold)
        .map(column -> Evidence.SCORE);
  }
}
