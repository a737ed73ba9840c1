package dev.falcon.mining.audit.internal;

import dev.falcon.mining.audit.AuditRequest;
import dev.falcon.mining.audit.AuditResult.RateRow;
import dev.falcon.mining.audit.Direction;
import dev.falcon.mining.audit.PairKind;
import dev.falcon.mining.audit.statistics.StratifiedRate;
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
  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final int[] WORDS = {1, 5, 9, 13, 17};
  private static final int[] MATCHES = {1, 2, 4, 8, 16, 64};

  private final Judged judged;
  private final int[] trueMatches;
  private final List<Double> thresholds;

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

  /**
   * Prepares.
   *
   * @param trueMatches of how many images each text is true // [items], or empty
   */
  Rates(Judged judged, int[] trueMatches, List<Double> thresholds) {
    this.judged = judged;
    this.trueMatches = trueMatches;
    this.thresholds = thresholds;
  }

  List<RateRow> rows() {
    List<RateRow> rows = new ArrayList<>();
    for (int judge = 0; judge < judged.judges().size(); judge++) {
      float[] scores = judged.scores()[judge];
      for (double threshold : thresholds) {
        byte[] calls = new byte[scores.length];
        for (int pair = 0; pair < calls.length; pair++) {
          calls[pair] = (byte) (Float.isNaN(scores[pair]) ? -1 : scores[pair] > threshold ? 1 : 0);
        }
        count(judged.judges().get(judge).name(), threshold, calls, rows);
      }
    }
    count(AuditRequest.TRUTH, null, judged.truth(), rows);
    return rows;
  }

  private void count(String judge, Double threshold, byte[] calls, List<RateRow> rows) {
    Map<Key, StratifiedRate> counts = new TreeMap<>(Key.ORDER);
    for (int pair = 0; pair < calls.length; pair++) {
      if (calls[pair] >= 0 && judged.audited(pair)) {
        for (Key key : keys(pair)) {
          counts
              .computeIfAbsent(key, k -> StratifiedRate.ofProcess())
              .add(judged.pairs().get(pair).stratum(), judged.weight(pair), calls[pair] == 1);
        }
      }
    }
    counts.forEach(
        (key, rate) ->
            rows.add(
                new RateRow(
                    judge,
                    threshold,
                    key.kind(),
                    key.direction(),
                    key.group(),
                    key.value(),
                    rate.rate())));
  }

  private List<Key> keys(int pair) {
    PairKind kind = judged.kind(pair);
    Direction direction = judged.pairs().get(pair).direction();
    int text = judged.pairs().get(pair).text();
    List<Key> keys = new ArrayList<>();
    keys.add(new Key(kind, null, null, null));
    Double quantile = judged.stratum(pair).quantile();
    if (direction != Direction.EITHER) {
      keys.add(new Key(kind, direction, null, null));
    }
    if (quantile != null) {
      keys.add(new Key(kind, null, "quantile", decimal(quantile)));
      keys.add(new Key(kind, direction, "quantile", decimal(quantile)));
    }
    String caption = judged.items().caption(text).strip();
    keys.add(new Key(kind, null, "caption_words", stretch(SPACE.split(caption).length, WORDS)));
    if (trueMatches.length > 0) {
      keys.add(new Key(kind, null, "true_matches", stretch(trueMatches[text], MATCHES)));
    }
    return keys;
  }

  static String decimal(double quantile) {
    String text = String.format(Locale.ROOT, "%.4f", quantile).replaceAll("0+$", "");
    return text.endsWith(".") ? text + "0" : text;
  }

  /** The stretch that a number lies in, such as {@code 5-8}. */
  private static String stretch(int number, int[] firsts) {
    if (number < firsts[0]) {
      return Integer.toString(number);
    }
    for (int i = 1; i < firsts.length; i++) {
      if (number < firsts[i]) {
        int last = firsts[i] - 1;
        return last == firsts[i - 1] ? Integer.toString(last) : firsts[i - 1] + "-" + last;
      }
    }
    return firsts[firsts.length - 1] + "+";
  }
}
