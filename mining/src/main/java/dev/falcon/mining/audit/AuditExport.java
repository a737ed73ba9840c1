package dev.falcon.mining.audit;

import static dev.falcon.data.table.schema.TableSchema.required;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableWriter;
import dev.falcon.data.table.schema.ColumnType;
import dev.falcon.data.table.schema.TableSchema;
import dev.falcon.mining.audit.result.PairKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Hands on what an audit found: pairs that match, as positives to train on or as a veto list. A
 * pair matches when truth says so; where truth says nothing, when the first judge's score is above
 * the threshold.
 *
 * @param pairs the audit's {@code pairs.parquet}
 * @param threshold in [0, 1]
 */
public record AuditExport(Path pairs, double threshold) {
  private static final List<String> SCORES = List.of("match_probability_", "cosine_");

  /** Two keys. */
  private record Found(String first, String second) {}

  /**
   * Fails where a table cannot be written: an existing file, an unknown format. Asked before an
   * audit, it spares the user one.
   */
  public static void requireWritable(Path file, boolean overwrite) {
    TableFormat.ofFile(file);
    if (Files.exists(file) && !overwrite) {
      throw new RequestException(file + ": exists; give --overwrite to replace it");
    }
  }

  /**
   * Writes the matching pairs as {@code image_key, text_key}.
   *
   * @return what was written, for people
   */
  public String positives(Path file, boolean overwrite) {
    return write(file, overwrite, "image_key", "text_key");
  }

  /**
   * Writes the samples that must not meet in a batch as {@code key_a, key_b}.
   *
   * @return what was written, for people
   */
  public String veto(Path file, boolean overwrite) {
    return write(file, overwrite, "anchor_key", "candidate_key");
  }

  private String write(Path file, boolean overwrite, String first, String second) {
    requireWritable(file, overwrite);
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
      int kind = table.column(ColumnType.UTF8, "kind");
      int score =
          table.columns().stream()
              .filter(name -> SCORES.stream().anyMatch(name::startsWith))
              .findFirst()
              .map(name -> table.column(ColumnType.FLOAT32, name))
              .orElse(-1);
      while (table.next()) {
        boolean audited = !PairKind.CALIBRATION.label().equals(table.getString(kind));
        if (audited && matches(table, truth, score)) {
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

  private boolean matches(TableReader table, int truth, int score) {
    if (!table.isNull(truth)) {
      return table.getBoolean(truth);
    }
    return score >= 0 && !table.isNull(score) && table.getFloat(score) > threshold;
  }
}
