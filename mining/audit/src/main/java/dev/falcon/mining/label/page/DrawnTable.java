// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label.page;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.PairKind;
import dev.falcon.mining.label.LabelPair;
import dev.falcon.mining.label.PairContents;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * The drawn pairs of an audit, read from its table.
 *
 * @param negatives the kind of the pairs
 * @param judge the judge that orders the pairs; empty for no judge
 * @param expected the share of the pairs that the judge calls matches, in [0, 1]; empty if it does
 *     not give probabilities
 * @param pairs the pairs of this kind
 * @param scores every judge's scores; NaN without a score {@code // [pairs]}
 */
record DrawnTable(
    LabelRequest.Negatives negatives,
    Optional<String> judge,
    OptionalDouble expected,
    List<LabelPair> pairs,
    Map<String, List<Float>> scores) {
  private static final String FILE = "pairs.parquet";
  private static final String PROBABILITY = "match_probability_";
  private static final List<String> SCORES = List.of(PROBABILITY, "score_", "cosine_");

  /** The largest difference between a quantile in the table, a float, and the requested one. */
  private static final double NEAR = 5e-5;

  /** The kinds and quantiles of a table. */
  private record Kinds(Path file, Map<String, NavigableSet<Double>> levels) {
    static Kinds of(Path file) {
      Map<String, NavigableSet<Double>> levels = new HashMap<>();
      try (TableReader table = TableReader.open(file)) {
        int kind = table.column(ColumnType.UTF8, "kind");
        int quantile = table.column(ColumnType.FLOAT32, "quantile");
        while (table.next()) {
          NavigableSet<Double> own =
              levels.computeIfAbsent(table.getString(kind), k -> new TreeSet<>());
          if (!table.isNull(quantile)) {
            own.add(Math.round(table.getFloat(quantile) * 1e4) / 1e4);
          }
        }
      }
      return new Kinds(file, levels);
    }

    /** Returns the requested kind; by default the hardest kind in the table. */
    LabelRequest.Negatives choose(Optional<LabelRequest.Negatives> asked) {
      LabelRequest.Negatives negatives =
          asked.orElseGet(() -> new LabelRequest.Negatives(hardest(), Optional.empty()));
      NavigableSet<Double> own = levels.get(negatives.kind());
      if (own == null || negatives.kind().equals(PairKind.CALIBRATION.label())) {
        throw new RequestException(
            file + ": has no pairs of the kind '" + negatives.kind() + "'; it has " + audited());
      }
      if (!negatives.kind().equals(PairKind.QUANTILE.label())) {
        if (negatives.quantile().isPresent()) {
          throw new RequestException(
              "a quantile applies to the kind quantile, not " + negatives.kind());
        }
        return negatives;
      }
      double level = negatives.quantile().orElseGet(own::last);
      if (!own.contains(level)) {
        throw new RequestException(
            file + ": has no pairs at quantile " + level + "; it has " + own);
      }
      return new LabelRequest.Negatives(negatives.kind(), Optional.of(level));
    }

    private String hardest() {
      return PairKind.hardestFirst().stream()
          .map(PairKind::label)
          .filter(levels::containsKey)
          .findFirst()
          .orElseThrow(() -> new FalconException(file + ": has no audited pairs"));
    }

    private List<String> audited() {
      return PairKind.hardestFirst().stream()
          .map(PairKind::label)
          .filter(levels::containsKey)
          .toList();
    }
  }

  /**
   * Reads the table of an audit.
   *
   * @param contents the contents of the dataset
   */
  static DrawnTable read(
      Path audit,
      Optional<LabelRequest.Negatives> asked,
      Optional<String> judge,
      PairContents contents) {
    Path file = audit.resolve(FILE);
    if (!Folders.isFile(file)) {
      throw new RequestException(
          audit + ": has no " + FILE + "; name the folder that an audit has written");
    }
    LabelRequest.Negatives negatives = Kinds.of(file).choose(asked);
    try (TableReader table = TableReader.open(file)) {
      Optional<String> column = column(file, table.columns(), judge);
      int kind = table.column(ColumnType.UTF8, "kind");
      int quantile = table.column(ColumnType.FLOAT32, "quantile");
      int imageKey = table.column(ColumnType.UTF8, "image_key");
      int textKey = table.column(ColumnType.UTF8, "text_key");
      int weight = table.column(ColumnType.FLOAT64, "weight");
      Map<String, Integer> judges = new LinkedHashMap<>();
      for (String name : scored(table.columns())) {
        judges.put(judgeOf(name), table.column(ColumnType.FLOAT32, name));
      }
      Optional<String> guide = column.map(DrawnTable::judgeOf);
      List<LabelPair> pairs = new ArrayList<>();
      Map<String, List<Float>> scores = new LinkedHashMap<>();
      judges.keySet().forEach(name -> scores.put(name, new ArrayList<>()));
      while (table.next()) {
        boolean level =
            negatives.quantile().isEmpty()
                || (!table.isNull(quantile)
                    && Math.abs(table.getFloat(quantile) - negatives.quantile().get()) < NEAR);
        if (level && table.getString(kind).equals(negatives.kind())) {
          String image = table.getString(imageKey);
          String text = table.getString(textKey);
          pairs.add(
              new LabelPair(
                  image,
                  text,
                  table.getDouble(weight),
                  contents.imageNumber(image),
                  contents.captionNumber(text),
                  guide.map(name -> score(table, judges.get(name))).orElse(Float.NaN)));
          scores.forEach((name, all) -> all.add(score(table, judges.get(name))));
        }
      }
      boolean probable = column.filter(name -> name.startsWith(PROBABILITY)).isPresent();
      return new DrawnTable(
          negatives,
          guide,
          probable ? LabelPair.shareAboveHalf(pairs) : OptionalDouble.empty(),
          pairs,
          scores);
    }
  }

  private static Optional<String> column(Path file, List<String> columns, Optional<String> judge) {
    if (judge.equals(Optional.of(LabelRequest.NO_JUDGE))) {
      return Optional.empty();
    }
    List<String> scores = scored(columns);
    Optional<String> found =
        scores.stream()
            .filter(
                name -> judge.isEmpty() || judgeOf(name).equals(AuditRequest.column(judge.get())))
            .findFirst();
    if (judge.isPresent() && found.isEmpty()) {
      throw new RequestException(
          "%s: has no scores of '%s'; it has those of %s"
              .formatted(file, judge.get(), scores.stream().map(DrawnTable::judgeOf).toList()));
    }
    return found;
  }

  private static float score(TableReader table, int column) {
    return table.isNull(column) ? Float.NaN : table.getFloat(column);
  }

  private static List<String> scored(List<String> columns) {
    return columns.stream().filter(name -> SCORES.stream().anyMatch(name::startsWith)).toList();
  }

  private static String judgeOf(String column) {
    String begin = SCORES.stream().filter(column::startsWith).findFirst().orElseThrow();
    return column.substring(begin.length());
  }
}
