package dev.falcon.mining.audit.internal.data;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.schema.ColumnType;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Pairs of a table {@code image_key, text_key} and, where they are labelled, {@code match}.
 *
 * <p>Memory: 8 bytes a pair.
 */
public final class LabelledPairs {
  private final Path file;
  private final Items items;
  private final boolean absentMeansFalse;
  private final long[] pairs; // image sample << 32 | text item << 1 | match, rising

  private LabelledPairs(Path file, Items items, boolean absentMeansFalse, long[] pairs) {
    this.file = file;
    this.items = items;
    this.absentMeansFalse = absentMeansFalse;
    this.pairs = pairs;
  }

  /**
   * Reads a table.
   *
   * @param labelled whether a column {@code match} must be there
   * @param skipUnknown whether pairs of keys that the data do not hold are skipped
   */
  public static LabelledPairs read(Path file, Items items, boolean labelled, boolean skipUnknown) {
    long[] pairs = new long[1024];
    int count = 0;
    long unknown = 0;
    String firstUnknown = null;
    boolean absentMeansFalse;
    try (TableReader table = TableReader.open(file)) {
      int imageKey = table.column(ColumnType.UTF8, "image_key");
      int textKey = table.column(ColumnType.UTF8, "text_key");
      OptionalInt match =
          labelled ? OptionalInt.of(table.column(ColumnType.BOOL, "match")) : OptionalInt.empty();
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
        pairs[count++] = (long) items.sample(image) << 32 | (long) text << 1 | (matches ? 1 : 0);
      }
    }
    // A whole truth may be that of more data than these: all that it leaves out does not match.
    if (unknown > 0 && (!(skipUnknown || absentMeansFalse) || count == 0)) {
      throw new FalconException(
          "%s: %,d pairs name keys that %s does not hold, the first '%s'; --force skips them"
              .formatted(file, unknown, items.dataset(), firstUnknown));
    }
    return new LabelledPairs(
        file, items, absentMeansFalse, sorted(file, items, Arrays.copyOf(pairs, count)));
  }

  private static long[] sorted(Path file, Items items, long[] pairs) {
    long[] sorted = Arrays.stream(pairs).sorted().distinct().toArray();
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] >> 1 == sorted[i - 1] >> 1) {
        throw new FalconException(
            "%s: says of image '%s' and text '%s' both that they match and that they do not"
                .formatted(
                    file, items.sampleKey(imageSample(sorted[i])), items.key(text(sorted[i]))));
      }
    }
    return sorted;
  }

  /** Whether the pair is listed. */
  public boolean has(int imageSample, int text) {
    return find(imageSample, text).isPresent();
  }

  private Optional<Boolean> find(int imageSample, int text) {
    long key = (long) imageSample << 32 | (long) text << 1;
    if (Arrays.binarySearch(pairs, key) >= 0) {
      return Optional.of(false);
    }
    return Arrays.binarySearch(pairs, key | 1) >= 0 ? Optional.of(true) : Optional.empty();
  }

  /**
   * What the list says of a pair, if anything. A sample's own caption matches unless the list
   * denies it.
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

  /** The listed pairs but those of a sample with its own caption. */
  public long[] negatives() {
    return Arrays.stream(pairs)
        .filter(pair -> imageSample(pair) != items.sample(text(pair)))
        .toArray();
  }

  public Path file() {
    return file;
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

  /** Of how many images each text is said to be true // [items] */
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
