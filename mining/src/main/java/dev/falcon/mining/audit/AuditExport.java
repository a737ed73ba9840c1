package dev.falcon.mining.audit;

import static dev.falcon.data.table.TableSchema.required;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.OutputFile;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.audit.internal.report.PairsTable;
import dev.falcon.mining.audit.request.PairKind;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Hands on what an audit found: pairs that match, as positives to train on or as a veto list. A
 * pair matches when truth says so; where truth says nothing, when people's labels do; where they
 * say nothing, either, when the first judge's score is above the threshold.
 *
 * @param pairs the audit's {@code pairs.parquet}
 * @param threshold in [0, 1]
 */
public record AuditExport(Path pairs, double threshold) {
  private static final List<String> SCORES = List.of("match_probability_", "cosine_", "score_");

  /** Two keys. */
  private record Found(String first, String second) {}

  /**
   * Fails if a table cannot be written: an existing file, an unknown format. Called before an
   * audit, it avoids a useless one.
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
   * @return a description of the written file, for people
   */
  public String positives(Path file, boolean overwrite) {
    return write(file, overwrite, "image_key", "text_key");
  }

  /**
   * Writes the samples that must not meet in a batch as {@code key_a, key_b}.
   *
   * @return a description of the written file, for people
   */
  public String veto(Path file, boolean overwrite) {
    return write(file, overwrite, "anchor_key", "candidate_key");
  }

  private String write(Path file, boolean overwrite, String first, String second) {
    requireWritable(file, overwrite, List.of(pairs));
    boolean keepOrder = first.equals("image_key");
    Set<Found> found = found(first, second, keepOrder);
    TableSchema schema =
        keepOrder
            ? TableSchema.of(
                required("image_key", ColumnType.UTF8), required("text_key", ColumnType.UTF8))
            : TableSchema.of(
                required("key_a", ColumnType.UTF8), required("key_b", ColumnType.UTF8));
    try (TableWriter table = TableWriter.create(file, TableFormat.ofFile(file), schema, Map.of())) {
      for (Found pair : found) {
        table.setString(0, pair.first()).setString(1, pair.second()).endRow();
      }
      table.commit();
    }
    return String.format(Locale.ROOT, "%s: %,d pairs", file, found.size());
  }

  private Set<Found> found(String first, String second, boolean keepOrder) {
    Set<Found> found = new LinkedHashSet<>();
    try (TableReader table = TableReader.open(pairs)) {
      int firstKey = table.column(ColumnType.UTF8, first);
      int secondKey = table.column(ColumnType.UTF8, second);
      int truth = table.column(ColumnType.BOOL, "truth");
      OptionalInt label = table.findColumn(ColumnType.BOOL, PairsTable.LABEL);
      int kind = table.column(ColumnType.UTF8, "kind");
      int score =
          table.columns().stream()
              .filter(name -> SCORES.stream().anyMatch(name::startsWith))
              .findFirst()
              .map(name -> table.column(ColumnType.FLOAT32, name))
              .orElse(-1);
      while (table.next()) {
        boolean audited = !PairKind.CALIBRATION.label().equals(table.getString(kind));
        if (audited && matches(table, truth, label, score)) {
          String a = table.getString(firstKey);
          String b = table.getString(secondKey);
          found.add(keepOrder || a.compareTo(b) <= 0 ? new Found(a, b) : new Found(b, a));
        }
      }
    } catch (FalconException e) {
      throw new FalconException(pairs + ": cannot be exported: " + e.getMessage(), e);
    }
    return found;
  }

  private boolean matches(TableReader table, int truth, OptionalInt label, int score) {
    if (!table.isNull(truth)) {
      return table.getBoolean(truth);
    }
    if (label.isPresent() && !table.isNull(label.getAsInt())) {
      return table.getBoolean(label.getAsInt());
    }
    return score >= 0 && !table.isNull(score) && table.getFloat(score) > threshold;
  }
}
