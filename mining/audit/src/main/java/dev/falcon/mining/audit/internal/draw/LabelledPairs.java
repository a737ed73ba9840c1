// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.audit.request.PairKind;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The pairs of a table with the columns {@code image_key, text_key}. A table of labelled pairs also
 * has the column {@code match}, and may have the column {@code kind}, the kind of negative as which
 * a pair was drawn.
 *
 * <p>Memory: 8 bytes per pair, and 8 more where the table has kinds.
 */
final class LabelledPairs {
  private final Path file;
  private final Items items;
  private final boolean absentMeansFalse;
  private final long[] pairs; // image sample << 32 | text item << 1 | match, ascending
  private final Map<PairKind, long[]> ofKind; // the pairs whose kind the table names, ascending

  private LabelledPairs(
      Path file,
      Items items,
      boolean absentMeansFalse,
      long[] pairs,
      Map<PairKind, long[]> ofKind) {
    this.ofKind = ofKind;
    this.file = file;
    this.items = items;
    this.absentMeansFalse = absentMeansFalse;
    this.pairs = pairs;
  }

  /**
   * Reads a table.
   *
   * @param labelled whether the column {@code match} is required
   * @param skipUnknown whether pairs with unknown keys are skipped
   */
  public static LabelledPairs read(Path file, Items items, boolean labelled, boolean skipUnknown) {
    long[] pairs = new long[1024];
    int count = 0;
    long unknown = 0;
    String firstUnknown = null;
    boolean absentMeansFalse;
    Map<PairKind, LongStream.Builder> kinds = new EnumMap<>(PairKind.class);
    try (TableReader table = TableReader.open(file)) {
      int imageKey = table.column(ColumnType.UTF8, "image_key");
      int textKey = table.column(ColumnType.UTF8, "text_key");
      OptionalInt match =
          labelled ? OptionalInt.of(table.column(ColumnType.BOOL, "match")) : OptionalInt.empty();
      OptionalInt kind = labelled ? table.findColumn(ColumnType.UTF8, "kind") : OptionalInt.empty();
      absentMeansFalse = "false".equals(table.metadata().get("absent_means"));
      while (table.next()) {
        int image = items.find(table.getString(imageKey));
        int text = items.find(table.getString(textKey));
        if (image < 0 || text < 0) {
          unknown++;
          if (firstUnknown == null) {
            firstUnknown = image < 0 ? table.getString(imageKey) : table.getString(textKey);
          }
          continue;
        }
        if (count == pairs.length) {
          pairs = Arrays.copyOf(pairs, 2 * count);
        }
        boolean matches = match.isPresent() && table.getBoolean(match.getAsInt());
        long pair = (long) items.sample(image) << 32 | (long) text << 1 | (matches ? 1 : 0);
        pairs[count++] = pair;
        if (kind.isPresent() && !table.isNull(kind.getAsInt())) {
          kinds
              .computeIfAbsent(
                  kind(file, table.getString(kind.getAsInt())), k -> LongStream.builder())
              .add(pair);
        }
      }
    }
    // A complete truth may cover more data than this dataset: pairs that it leaves out do not
    // match.
    if (unknown > 0 && (!(skipUnknown || absentMeansFalse) || count == 0)) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s: %,d pairs name keys that %s does not hold, the first '%s'; force the audit to"
                  + " skip them",
              file,
              unknown,
              items.dataset(),
              firstUnknown));
    }
    Map<PairKind, long[]> ofKind = new EnumMap<>(PairKind.class);
    kinds.forEach((kind, listed) -> ofKind.put(kind, listed.build().sorted().distinct().toArray()));
    return new LabelledPairs(
        file, items, absentMeansFalse, sorted(file, items, Arrays.copyOf(pairs, count)), ofKind);
  }

  /**
   * Returns the pairs of lists of negatives.
   *
   * @param pairs image sample &lt;&lt; 32 | text item &lt;&lt; 1
   */
  static LabelledPairs ofLists(Path file, Items items, long[] pairs) {
    return new LabelledPairs(file, items, false, sorted(file, items, pairs), Map.of());
  }

  private static PairKind kind(Path file, String label) {
    return PairKind.audited(label)
        .orElseThrow(
            () ->
                new FalconException(
                    "%s: '%s' is not a kind of negative; expected one of %s"
                        .formatted(
                            file,
                            label,
                            PairKind.hardestFirst().stream()
                                .map(PairKind::label)
                                .collect(Collectors.joining(", ")))));
  }

  private static long[] sorted(Path file, Items items, long[] pairs) {
    long[] sorted = Arrays.stream(pairs).sorted().distinct().toArray();
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] >> 1 == sorted[i - 1] >> 1) {
        throw new FalconException(
            "%s: labels image '%s' and %s '%s' both as a match and as no match"
                .formatted(
                    file,
                    items.sampleKey(imageSample(sorted[i])),
                    items.secondName(),
                    items.key(text(sorted[i]))));
      }
    }
    return sorted;
  }

  /** Returns whether the pair is listed. */
  public boolean has(int imageSample, int text) {
    return find(imageSample, text).isPresent();
  }

  /** Returns a pair in the form of {@link #negatives}; negative if it is not listed. */
  long listed(int imageSample, int text) {
    long key = (long) imageSample << 32 | (long) text << 1;
    if (Arrays.binarySearch(pairs, key) >= 0) {
      return key;
    }
    return Arrays.binarySearch(pairs, key | 1) >= 0 ? key | 1 : -1;
  }

  private Optional<Boolean> find(int imageSample, int text) {
    long listed = listed(imageSample, text);
    return listed < 0 ? Optional.empty() : Optional.of(matches(listed));
  }

  /**
   * Returns the list's verdict on a pair, if any. A sample's own caption matches unless the list
   * says otherwise.
   */
  public Optional<Boolean> match(int imageSample, int text) {
    Optional<Boolean> listed = find(imageSample, text);
    if (listed.isPresent()) {
      return listed;
    }
    if (items.sample(text) == imageSample) {
      return Optional.of(true);
    }
    return absentMeansFalse ? Optional.of(false) : Optional.empty();
  }

  /**
   * Returns the listed pairs, except those of a sample with its own caption: image sample &lt;&lt;
   * 32 | text item &lt;&lt; 1 | match.
   */
  public long[] negatives() {
    return negatives(pairs);
  }

  /**
   * Returns the listed pairs by the kind that the table names, except those of a sample with its
   * own caption.
   */
  public Map<PairKind, long[]> negativesOfKind() {
    Map<PairKind, long[]> negatives = new EnumMap<>(PairKind.class);
    ofKind.forEach((kind, listed) -> negatives.put(kind, negatives(listed)));
    negatives.values().removeIf(listed -> listed.length == 0);
    return negatives;
  }

  private long[] negatives(long[] listed) {
    return Arrays.stream(listed)
        .filter(pair -> imageSample(pair) != items.sample(text(pair)))
        .toArray();
  }

  public Path file() {
    return file;
  }

  /** Returns whether the pairs are of two images. */
  boolean ofPictures() {
    return items.ofPictures();
  }

  public static int imageSample(long pair) {
    return (int) (pair >>> 32);
  }

  public static int text(long pair) {
    return (int) pair >>> 1;
  }

  public static boolean matches(long pair) {
    return (pair & 1) == 1;
  }

  /** Returns the number of images of which the list declares each text true // [items] */
  public int[] trueMatches() {
    int[] counts = new int[items.size()];
    for (long pair : pairs) {
      if (matches(pair)) {
        counts[text(pair)]++;
      }
    }
    return counts;
  }
}
