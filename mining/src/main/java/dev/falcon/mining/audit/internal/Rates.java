package dev.falcon.mining.audit.internal;

import dev.falcon.data.statistics.Rate;
import dev.falcon.data.statistics.StratifiedRate;
import dev.falcon.mining.audit.AuditRequest;
import dev.falcon.mining.audit.AuditResult.RateRow;
import dev.falcon.mining.audit.Direction;
import dev.falcon.mining.audit.PairKind;
import dev.falcon.mining.audit.Stratum;
import dev.falcon.mining.audit.internal.ScoreCounts.Question;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Counts false negatives by kind, direction, quantile, caption length and number of matches. */
final class Rates {
  private static final Pattern NUMBER_END = Pattern.compile("[^0-9.]");

  private final Judged judged;
  private final List<Double> thresholds;
  private final List<RateRow> rows = new ArrayList<>();

  /** What a count is of; its order is that of the rows. */
  private record Key(PairKind kind, Direction direction, String group, String value) {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::kind)
            .thenComparing(Key::direction, Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(Key::group, Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(
                Key::value, Comparator.nullsFirst(Comparator.comparingDouble(Key::firstNumber)));

    /** The number that a group's value begins with. */
    private static double firstNumber(String value) {
      return Double.parseDouble(NUMBER_END.split(value, 2)[0]);
    }
  }

  Rates(Judged judged, List<Double> thresholds) {
    this.judged = judged;
    this.thresholds = thresholds;
  }

  /**
   * The rates of every judge, and of truth.
   *
   * @param judges what was counted of each judge
   * @param truth what was counted of the pairs whose truth is known
   */
  List<RateRow> rows(List<ScoreCounts> judges, ScoreCounts truth) {
    for (int judge = 0; judge < judges.size(); judge++) {
      for (double threshold : thresholds) {
        int level = judges.get(judge).above(threshold);
        count(
            judged.judges().get(judge).name(),
            threshold,
            judges.get(judge),
            (match, above) -> Question.answer(above >= level));
      }
    }
    count(
        AuditRequest.TRUTH,
        null,
        truth,
        (match, above) -> match < 0 ? Question.NOT_ASKED : Question.answer(match == 1));
    return rows;
  }

  private void count(String judge, Double threshold, ScoreCounts counts, Question question) {
    Map<Key, StratifiedRate> rates = new TreeMap<>(Key.ORDER);
    for (int cell = 0; cell < counts.cells().size(); cell++) {
      for (Key key : keys(counts.cells().get(cell))) {
        counts.addTo(rates.computeIfAbsent(key, k -> StratifiedRate.ofProcess()), cell, question);
      }
    }
    rates.forEach(
        (key, counted) -> {
          Rate rate = counted.rate();
          if (rate.judged() > 0) {
            rows.add(
                new RateRow(
                    judge, threshold, key.kind(), key.direction(), key.group(), key.value(), rate));
          }
        });
  }

  private List<Key> keys(ScoreCounts.Cell cell) {
    List<Key> keys = new ArrayList<>();
    Stratum stratum = judged.strata().get(cell.stratum());
    PairKind kind = stratum.kind();
    if (kind == PairKind.CALIBRATION) {
      return keys;
    }
    Direction direction = stratum.direction();
    keys.add(new Key(kind, null, null, null));
    if (direction != Direction.EITHER) {
      keys.add(new Key(kind, direction, null, null));
    }
    if (stratum.quantile() != null) {
      String quantile = decimal(stratum.quantile());
      keys.add(new Key(kind, null, "quantile", quantile));
      keys.add(new Key(kind, direction, "quantile", quantile));
    }
    keys.add(new Key(kind, null, "caption_words", Groups.wordsName(cell.words())));
    if (cell.matches() != Groups.NONE) {
      keys.add(new Key(kind, null, "true_matches", Groups.matchesName(cell.matches())));
    }
    return keys;
  }

  static String decimal(double quantile) {
    String text = String.format(Locale.ROOT, "%.4f", quantile).replaceAll("0+$", "");
    return text.endsWith(".") ? text + "0" : text;
  }
}
