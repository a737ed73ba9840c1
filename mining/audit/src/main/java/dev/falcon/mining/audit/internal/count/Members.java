// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.mining.audit.internal.draw.AuditPair;
import dev.falcon.mining.audit.request.Direction;
import dev.falcon.mining.audit.request.PairKind;
import dev.falcon.mining.audit.request.Stratum;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The pairs that each rate counts, by kind, direction, quantile, caption length and number of
 * matches.
 *
 * <p>Memory: up to 24 bytes per pair.
 */
final class Members {
  /** The group of a quantile. */
  static final String QUANTILE = "quantile";

  private static final int[] NONE = {};

  private final Map<Key, int[]> members = new TreeMap<>(Key.ORDER);
  private final int[] calibration;
  private final Map<PairKind, int[]> calibrationOf = new EnumMap<>(PairKind.class);

  /** The common properties of pairs; null for any. Keys are in the order of the rates. */
  record Key(PairKind kind, Direction direction, String group, String value) {
    private static final Pattern NUMBER_END = Pattern.compile("[^0-9.]");
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::kind)
            .thenComparing(Key::direction, Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(Key::group, Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(
                Key::value, Comparator.nullsFirst(Comparator.comparingDouble(Key::firstNumber)));

    /** Returns the number at the start of a group's value. */
    private static double firstNumber(String value) {
      return Double.parseDouble(NUMBER_END.split(value, 2)[0]);
    }
  }

  /** The properties of pairs that belong to the same keys. */
  private record Cell(int stratum, int words, int matches) {}

  Members(Judged judged, Groups groups) {
    Map<Key, IntStream.Builder> builders = new HashMap<>();
    Map<Cell, List<IntStream.Builder>> ofCell = new HashMap<>();
    IntStream.Builder calibrating = IntStream.builder();
    Map<PairKind, IntStream.Builder> calibratingKind = new EnumMap<>(PairKind.class);
    for (int number = 0; number < judged.pairs().size(); number++) {
      if (!judged.audited(number)) {
        calibrating.add(number);
        PairKind calibrates = judged.stratum(number).calibrates();
        if (calibrates != null) {
          calibratingKind.computeIfAbsent(calibrates, kind -> IntStream.builder()).add(number);
        }
        continue;
      }
      AuditPair pair = judged.pairs().get(number);
      Cell cell = new Cell(pair.stratum(), groups.words(pair.text()), groups.matches(pair.text()));
      List<IntStream.Builder> all =
          ofCell.computeIfAbsent(
              cell,
              c ->
                  keys(judged.strata().get(c.stratum()), c).stream()
                      .map(key -> builders.computeIfAbsent(key, k -> IntStream.builder()))
                      .toList());
      for (IntStream.Builder builder : all) {
        builder.add(number);
      }
    }
    builders.forEach((key, builder) -> members.put(key, builder.build().toArray()));
    calibration = calibrating.build().toArray();
    calibratingKind.forEach((kind, pairs) -> calibrationOf.put(kind, pairs.build().toArray()));
  }

  private static List<Key> keys(Stratum stratum, Cell cell) {
    PairKind kind = stratum.kind();
    Direction direction = stratum.direction();
    List<Key> keys = new ArrayList<>();
    keys.add(new Key(kind, null, null, null));
    if (direction != Direction.EITHER) {
      keys.add(new Key(kind, direction, null, null));
    }
    if (stratum.quantile() != null) {
      String quantile = decimal(stratum.quantile());
      keys.add(new Key(kind, null, QUANTILE, quantile));
      keys.add(new Key(kind, direction, QUANTILE, quantile));
    }
    if (stratum.listed() != null) {
      keys.add(new Key(kind, null, "rank", stratum.listed().rank()));
      keys.add(new Key(kind, null, "cosine", stratum.listed().score()));
      keys.add(new Key(kind, null, "nearer_than_positive", stratum.listed().nearer()));
    }
    if (cell.words() != Groups.NONE) {
      keys.add(new Key(kind, null, "caption_words", Groups.wordsName(cell.words())));
    }
    if (cell.matches() != Groups.NONE) {
      keys.add(new Key(kind, null, "true_matches", Groups.matchesName(cell.matches())));
    }
    return keys;
  }

  /** Returns a quantile as a group's value. */
  private static String decimal(double quantile) {
    String text = String.format(Locale.ROOT, "%.4f", quantile).replaceAll("0+$", "");
    return text.endsWith(".") ? text + "0" : text;
  }

  /** Returns every key with its pairs, in order. */
  Map<Key, int[]> all() {
    return members;
  }

  /** Returns the audited kinds. */
  Set<PairKind> kinds() {
    Set<PairKind> kinds = new LinkedHashSet<>();
    members.keySet().forEach(key -> kinds.add(key.kind()));
    return kinds;
  }

  /**
   * Returns whether the pairs of the calibration may be of other kinds than the pairs whose rates
   * they correct: if several kinds are audited, or if the kind of some of them is known.
   */
  boolean kindsDiffer() {
    return kinds().size() > 1 || !calibrationOf.isEmpty();
  }

  /** Returns the pairs of a kind and, unless it is null, of a direction. */
  int[] of(PairKind kind, Direction direction) {
    return members.getOrDefault(new Key(kind, direction, null, null), NONE);
  }

  /** Returns the pairs of a kind and, unless it is null, of a quantile. */
  int[] of(PairKind kind, Double quantile) {
    return quantile == null
        ? of(kind, (Direction) null)
        : members.getOrDefault(new Key(kind, null, QUANTILE, decimal(quantile)), NONE);
  }

  /**
   * Returns the quantiles of a kind, ascending; empty if there is only one, which distinguishes
   * nothing.
   */
  List<Double> quantiles(PairKind kind) {
    List<Double> quantiles =
        members.keySet().stream()
            .filter(key -> key.kind() == kind && key.direction() == null)
            .filter(key -> QUANTILE.equals(key.group()))
            .map(key -> Double.valueOf(key.value()))
            .toList();
    return quantiles.size() > 1 ? quantiles : List.of();
  }

  /** Returns the pairs of the calibration. */
  int[] calibration() {
    return calibration;
  }

  /** Returns the pairs of the calibration that its file lists under a kind. */
  int[] calibration(PairKind kind) {
    return calibrationOf.getOrDefault(kind, NONE);
  }
}
