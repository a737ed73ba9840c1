// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The truth of a part of the drawn pairs, each chosen with a known probability: a table {@code
 * image_key, text_key, match, probability}.
 *
 * <p>Memory: about 100 bytes per row.
 */
public final class SampledTruth {
  private static final String PROBABILITY = "probability";

  private final Path file;
  private final Items items;
  private final Map<Long, Answer> answers = new HashMap<>();

  /**
   * The table's answer on a pair.
   *
   * @param match whether the text is true of the image
   * @param probability the probability with which the pair was chosen to be answered, in (0, 1]
   */
  public record Answer(boolean match, double probability) {}

  private SampledTruth(Path file, Items items) {
    this.file = file;
    this.items = items;
  }

  /** Returns whether a table of truth has the probabilities with which its pairs were chosen. */
  static boolean isOne(Path file) {
    try (TableReader table = TableReader.open(file)) {
      return table.columns().contains(PROBABILITY);
    }
  }

  /**
   * Reads a table.
   *
   * @param skipUnknown whether pairs with unknown keys are skipped
   * @throws FalconException if a probability is not in (0, 1], a pair has two answers, or a key is
   *     unknown
   */
  static SampledTruth read(Path file, Items items, boolean skipUnknown) {
    SampledTruth truth = new SampledTruth(file, items);
    long unknown = 0;
    String firstUnknown = null;
    try (TableReader table = TableReader.open(file)) {
      int imageKey = table.column(ColumnType.UTF8, "image_key");
      int textKey = table.column(ColumnType.UTF8, "text_key");
      int match = table.column(ColumnType.BOOL, "match");
      int probability = table.column(ColumnType.FLOAT64, PROBABILITY);
      for (long row = 0; table.next(); row++) {
        int image = items.find(table.getString(imageKey));
        int text = items.find(table.getString(textKey));
        double chance = table.isNull(probability) ? Double.NaN : table.getDouble(probability);
        if (!(chance > 0 && chance <= 1)) {
          throw new FalconException(
              file
                  + ": row "
                  + row
                  + ": the probability with which the pair was chosen is in (0, 1]; "
                  + (Double.isNaN(chance) ? "it is missing" : "'" + chance + "'"));
        }
        if (image >= 0 && text >= 0) {
          truth.add(image, text, new Answer(table.getBoolean(match), chance));
        } else if (unknown++ == 0) {
          firstUnknown = table.getString(image < 0 ? imageKey : textKey);
        }
      }
    }
    if (unknown > 0 && (!skipUnknown || truth.answers.isEmpty())) {
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
    return truth;
  }

  private void add(int image, int text, Answer answer) {
    Answer before = answers.put(identity(image, text), answer);
    if (before != null && !before.equals(answer)) {
      throw new FalconException(
          "%s: has two answers, or two probabilities, of image '%s' and %s '%s'"
              .formatted(file, items.imageKey(image), items.secondName(), items.key(text)));
    }
  }

  private long identity(int image, int text) {
    return (long) items.sample(image) << 32 | text;
  }

  /** Returns the table's answer on a pair; empty if it has none. */
  public Optional<Answer> of(AuditPair pair) {
    return Optional.ofNullable(answers.get(identity(pair.image(), pair.text())));
  }
}
