package dev.falcon.training.internal.loop;

import dev.falcon.mining.Conflicts;
import dev.falcon.training.internal.input.Truth;
import java.util.stream.IntStream;

/**
 * What the oracle keeps apart: pairs of which one's caption is true of the other's image.
 *
 * @param rows the search space
 */
record TrueMatches(Truth truth, int[] rows) implements Conflicts {
  @Override
  public String reason() {
    return "true-match";
  }

  @Override
  public boolean lenient() {
    return true;
  }

  @Override
  public int[] with(int sample) {
    return IntStream.range(0, rows.length)
        .filter(
            other ->
                truth.matches(rows[sample], rows[other])
                    || truth.matches(rows[other], rows[sample]))
        .toArray();
  }
}
