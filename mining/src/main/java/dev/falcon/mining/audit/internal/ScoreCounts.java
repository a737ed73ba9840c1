package dev.falcon.mining.audit.internal;

import dev.falcon.data.statistics.Rate;
import dev.falcon.data.statistics.StratifiedRate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * How many pairs have scores between which thresholds, by what the pairs have in common. All rates
 * are sums of these counts, so that the pairs are walked through once however many rates there are.
 */
final class ScoreCounts {
  /** Truth is unknown, no match, or a match. */
  private static final int TRUTHS = 3;

  private final Judged judged;
  private final double[] thresholds;
  private final List<Cell> cells;
  private final long[][] counts; // [cells][truth + 1, by thresholds that the score is above]

  /** What pairs have in common; a group's number is -1 where nothing is to be told of it. */
  record Cell(int stratum, int words, int matches) {}

  /** What is asked of pairs of a truth (1, 0, or -1) that score above so many thresholds. */
  @FunctionalInterface
  interface Question {
    /** Leaves pairs out. */
    int NOT_ASKED = -1;

    /** Counts them, as positive or not. */
    int of(int truth, int above);

    /** 1 for a positive answer. */
    static int answer(boolean positive) {
      return positive ? 1 : 0;
    }
  }

  /**
   * Counts.
   *
   * @param scores NaN where a pair was not judged // [pairs]
   * @param thresholds rising
   */
  ScoreCounts(Judged judged, float[] scores, double[] thresholds, Groups groups) {
    this.judged = judged;
    this.thresholds = thresholds.clone();
    this.cells = new ArrayList<>();
    List<long[]> counted = new ArrayList<>();
    int[] cellOf = new int[judged.strata().size() * groups.cellsOfStratum()];
    Arrays.fill(cellOf, -1);
    for (int pair = 0; pair < scores.length; pair++) {
      if (Float.isNaN(scores[pair])) {
        continue;
      }
      int stratum = judged.pairs().get(pair).stratum();
      int text = judged.pairs().get(pair).text();
      int place = stratum * groups.cellsOfStratum() + groups.cell(text);
      if (cellOf[place] < 0) {
        cellOf[place] = cells.size();
        cells.add(new Cell(stratum, groups.words(text), groups.matches(text)));
        counted.add(new long[TRUTHS * (thresholds.length + 1)]);
      }
      counted.get(cellOf[place])[index(judged.truth()[pair], above(scores[pair]))]++;
    }
    counts = counted.toArray(long[][]::new);
  }

  private int index(int truth, int above) {
    return (truth + 1) * (thresholds.length + 1) + above;
  }

  /** How many thresholds the score is above. */
  private int above(float score) {
    int found = Arrays.binarySearch(thresholds, score);
    return found >= 0 ? found : -found - 1;
  }

  /** The number that {@link Question} has for scores above the threshold, and any higher. */
  int above(double threshold) {
    return Arrays.binarySearch(thresholds, threshold) + 1;
  }

  List<Cell> cells() {
    return cells;
  }

  /** Adds a cell's answers to a rate. */
  void addTo(StratifiedRate rate, int cell, Question question) {
    int stratum = cells.get(cell).stratum();
    long asked = 0;
    long positive = 0;
    for (int truth = -1; truth <= 1; truth++) {
      for (int above = 0; above <= thresholds.length; above++) {
        int answer = question.of(truth, above);
        if (answer >= 0) {
          long count = counts[cell][index(truth, above)];
          asked += count;
          positive += answer * count;
        }
      }
    }
    rate.add(stratum, judged.weightOfStratum(stratum), asked, positive);
  }

  /** The rate over all cells of some strata; null where nothing was asked. */
  Rate rate(Predicate<Integer> strata, Question question) {
    StratifiedRate rate = StratifiedRate.ofProcess();
    for (int cell = 0; cell < cells.size(); cell++) {
      if (strata.test(cells.get(cell).stratum())) {
        addTo(rate, cell, question);
      }
    }
    Rate result = rate.rate();
    return result.judged() == 0 ? null : result;
  }
}
