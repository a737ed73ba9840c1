// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scores that come in runs, against the selection from whole rows; ties are everywhere. */
class HitScanTest {
  private static final int QUERIES = 60;

  @ParameterizedTest
  @ValueSource(ints = {10, 63, 64, 320, 640, 700})
  void hitsAreThoseOfTheSelectionFromWholeRows(int candidates) {
    RandomStream random = RandomStream.of(candidates, "scores");
    OwnCandidates own = new OwnCandidates(new int[QUERIES], new int[QUERIES]);
    float[][] scores = new float[QUERIES][candidates];
    for (int query = 0; query < QUERIES; query++) {
      own.from()[query] = random.nextInt(candidates);
      own.to()[query] = Math.min(candidates, own.from()[query] + 1 + random.nextInt(4));
      int levels = query % 2 == 0 ? 5 : 5 * candidates;
      for (int i = 0; i < candidates; i++) {
        scores[query][i] = random.nextInt(levels) / (float) levels;
      }
    }
    HitScan scan = new HitScan(own);
    for (int query = 0; query < QUERIES; query++) {
      for (int first = 0; first < candidates; first += 7) {
        int count = Math.min(7, candidates - first);
        scan.add(query, first, Arrays.copyOfRange(scores[query], first, first + 9), count);
      }
    }
    List<Integer> tied = new ArrayList<>();
    scan.decide(tied::add);
    assertThat(tied).hasSizeBetween(1, QUERIES - 1);
    tied.forEach(query -> scan.settle(query, scores[query]));
    for (int depth : new int[] {1, 5, 10}) {
      int hits = 0;
      for (int query = 0; query < QUERIES; query++) {
        int asked = query;
        hits +=
            Arrays.stream(new TopK().of(scores[query], depth))
                    .anyMatch(candidate -> own.contains(asked, candidate))
                ? 1
                : 0;
      }
      assertThat(scan.recall(depth)).isEqualTo((double) ((float) hits / QUERIES));
    }
  }
}
