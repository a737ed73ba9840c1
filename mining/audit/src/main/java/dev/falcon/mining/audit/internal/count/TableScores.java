// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.audit.internal.draw.AuditPair;
import dev.falcon.mining.audit.internal.draw.Items;
import dev.falcon.mining.audit.request.AuditRequest.ScoreTable;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Scores that another tool has computed, in a table {@code image_key, text_key, score}. */
final class TableScores {
  private final ScoreTable table;
  private final Items items;

  TableScores(ScoreTable table, Items items) {
    this.table = table;
    this.items = items;
  }

  /**
   * Returns the scores of pairs.
   *
   * @param lenient whether a pair that the table lacks has the score NaN instead of being an error
   * @return the score of each pair {@code // [pairs]}
   * @throws FalconException if the table lacks a pair that it must have, has two scores of one
   *     pair, or has a score that is not finite, or that should be a probability and is not
   */
  float[] of(List<AuditPair> pairs, boolean lenient) {
    Map<Long, Float> wanted = new HashMap<>();
    pairs.forEach(pair -> wanted.put(identity(pair), Float.NaN));
    read(wanted);
    float[] scores = new float[pairs.size()];
    int missing = 0;
    int first = -1;
    for (int number = 0; number < scores.length; number++) {
      scores[number] = wanted.get(identity(pairs.get(number)));
      if (Float.isNaN(scores[number])) {
        first = missing++ == 0 ? number : first;
      }
    }
    if (missing > 0 && (!lenient || missing == scores.length)) {
      AuditPair pair = pairs.get(first);
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s: has no score of %,d of %,d drawn pairs, the first of image '%s' and %s '%s'%s",
              table.file(),
              missing,
              scores.length,
              items.imageKey(pair.image()),
              items.secondName(),
              items.key(pair.text()),
              missing == scores.length ? "" : "; force the audit to leave those out"));
    }
    return scores;
  }

  private long identity(AuditPair pair) {
    return identity(items.sample(pair.image()), pair.text());
  }

  private static long identity(int sample, int text) {
    return (long) sample << 32 | text;
  }

  private void read(Map<Long, Float> wanted) {
    try (TableReader rows = TableReader.open(table.file())) {
      int imageKey = rows.column(ColumnType.UTF8, "image_key");
      int textKey = rows.column(ColumnType.UTF8, "text_key");
      int score = rows.column(ColumnType.FLOAT64, "score");
      for (long row = 0; rows.next(); row++) {
        String image = rows.getString(imageKey);
        String text = rows.getString(textKey);
        double value = rows.isNull(score) ? Double.NaN : rows.getDouble(score);
        requireScore(value, row);
        int imageItem = items.find(image);
        int textItem = items.find(text);
        if (imageItem >= 0 && textItem >= 0) {
          add(wanted, identity(items.sample(imageItem), textItem), (float) value, image, text);
        }
      }
    }
  }

  private void requireScore(double value, long row) {
    if (!Float.isFinite((float) value)) {
      throw new FalconException(
          table.file() + ": row " + row + ": the score is not a finite number; remove the row");
    }
    if (table.probability() && !(value >= 0 && value <= 1)) {
      throw new FalconException(
          table.file()
              + ": row "
              + row
              + ": the score "
              + value
              + " is not a probability, which lies in [0, 1]; without ':probability', scores only"
              + " rank the pairs");
    }
  }

  private void add(Map<Long, Float> wanted, long pair, float value, String image, String text) {
    Float before = wanted.get(pair);
    if (before == null) {
      return; // of a pair that was not drawn
    }
    if (!before.isNaN() && before != value) {
      throw new FalconException(
          "%s: has two scores of image '%s' and %s '%s', %s and %s"
              .formatted(table.file(), image, items.secondName(), text, before, value));
    }
    wanted.put(pair, value);
  }
}
