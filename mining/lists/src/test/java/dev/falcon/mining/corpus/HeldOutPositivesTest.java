// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.constraint.SecondWitness;
import dev.falcon.mining.corpus.ListFilters.MarginTo;
import dev.falcon.mining.corpus.Withholding.Target;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The measurement of false negatives, held to a naive one in whole numbers. */
class HeldOutPositivesTest {
  private static final int IMAGES = 5; // of six captions each
  private static final long SEED = 42;
  private static final Withholding ALL = new Withholding(OptionalInt.of(99), Optional.empty());

  @TempDir Path folder;
  private EmbeddingStore store;

  @BeforeEach
  void write() {
    store =
        GoldenCorpus.store(
            folder.resolve("s"),
            "c",
            GoldenCorpus.D.length,
            row -> GoldenCorpus.D[row],
            row -> GoldenCorpus.D[row],
            1,
            row -> row % IMAGES,
            "words ");
  }

  private static int product(int a, int b) {
    return IntStream.range(0, 4).map(k -> GoldenCorpus.D[a][k] * GoldenCorpus.D[b][k]).sum();
  }

  private static List<Integer> withheld(int query) {
    return IntStream.range(0, GoldenCorpus.D.length)
        .filter(row -> row % IMAGES == query % IMAGES && row != query)
        .boxed()
        .sorted(
            Comparator.comparingLong(
                row -> RandomStream.of(SEED, "withheld positives", query, row).nextLong()))
        .limit(2)
        .sorted()
        .toList();
  }

  /** Which of a query's negatives are withheld positives. */
  private static List<Boolean> naive(
      int query, double relative, int depth, double witness, int skipped) {
    List<Integer> hidden = withheld(query);
    List<Integer> known = new ArrayList<>();
    List<Integer> others = new ArrayList<>();
    for (int row = 0; row < GoldenCorpus.D.length; row++) {
      boolean own = row % IMAGES == query % IMAGES;
      if (own && row != query && !hidden.contains(row)) {
        known.add(row);
      } else if (row != query) {
        others.add(row);
      }
    }
    int least = known.stream().mapToInt(row -> product(query, row)).min().orElseThrow();
    others.sort(Comparator.comparingInt((Integer row) -> -product(query, row)));
    return others.stream()
        .limit(depth)
        .filter(
            row -> {
              int at = hidden.indexOf(row);
              int partner = at >= 0 ? hidden.get(1 - at) : (row + IMAGES) % GoldenCorpus.D.length;
              return witness > 1 || product(query, partner) < witness * product(query, row);
            })
        .filter(row -> relative < 0 || product(query, row) <= least - relative * Math.abs(least))
        .skip(skipped)
        .limit(3)
        .map(hidden::contains)
        .toList();
  }

  private CorpusRequest request(
      double relative, int depth, double witness, int skipped, Withholding withholding) {
    return new CorpusRequest(
        new CorpusRequest.Sides(store, store, SearchDirection.TEXT_TEXT),
        GoldenCorpus.known(Optional.empty()),
        new CorpusRequest.Search(
            depth > 30 ? OptionalInt.empty() : OptionalInt.of(depth),
            Optional.empty(),
            witness > 1 ? Optional.empty() : Optional.of(new SecondWitness(witness)),
            Optional.empty(),
            Optional.empty()),
        new ListFilters(
            relative < 0 ? Optional.empty() : Optional.of(new PositiveMargin(0, (float) relative)),
            MarginTo.LEAST,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY),
        ListSelection.top(3).from(skipped),
        withholding,
        GoldenCorpus.execution(),
        false);
  }

  private WithheldShare measured(CorpusRequest request, String name) {
    return GoldenCorpus.mine(request, new GoldenCorpus.Collected(folder.resolve(name)))
        .summary()
        .falseNegatives();
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 99, 99, 0",
    "0.25, 99, 99, 0",
    "-1, 99, 99, 4",
    "-1, 20, 0.5, 0",
    "0.125, 28, 1, 0",
  })
  void theListedOnesAreThoseOfANaiveCount(double relative, int depth, double witness, int skipped) {
    WithheldShare share = measured(request(relative, depth, witness, skipped, ALL), "lists");

    List<Boolean> expected = new ArrayList<>();
    for (int query = 0; query < GoldenCorpus.D.length; query++) {
      expected.addAll(naive(query, relative, depth, witness, skipped));
    }
    long listed = expected.stream().filter(is -> is).count();
    assertThat(share.queries()).isEqualTo(30);
    assertThat(share.withheld()).isEqualTo(60);
    assertThat(share.negatives()).isEqualTo(expected.size());
    assertThat(share.listed()).isEqualTo(listed);
    assertThat(share.share()).isCloseTo(listed / (double) expected.size(), within(1e-12));
    assertThat(share.low()).isLessThanOrEqualTo(share.share());
    assertThat(share.high()).isGreaterThanOrEqualTo(share.share());
  }

  @Test
  void aTargetTakesTheWeakestSettingThatMeetsIt() {
    double before = 1;
    List<String> settings = List.of("0", "0.02", "0.05", "0.1", "0.15", "0.2", "0.3", "0.4", "0.5");
    for (double target : new double[] {0.6, 0.5, 0.4}) {
      Withholding wanted =
          new Withholding(
              OptionalInt.of(99),
              Optional.of(new Target(target, Withholding.Rule.RELATIVE_MARGIN)));
      WithheldShare chosen = measured(request(-1, 99, 99, 0, wanted), "target" + target);

      String setting = chosen.rule().replace("relative-margin=", "").replaceAll("\\.0$", "");
      assertThat(settings).contains(setting);
      assertThat(chosen.high()).isLessThanOrEqualTo(target);
      int at = settings.indexOf(setting);
      WithheldShare same =
          measured(request(Double.parseDouble(setting), 99, 99, 0, ALL), "same" + target);
      assertThat(same.of(chosen.rule())).isEqualTo(chosen);
      if (at > 0) {
        double weaker = Double.parseDouble(settings.get(at - 1));
        assertThat(measured(request(weaker, 99, 99, 0, ALL), "weaker" + target).high())
            .isGreaterThan(target);
      }
      assertThat(chosen.high()).isLessThanOrEqualTo(before);
      before = chosen.high();
    }
  }

  @Test
  void reportsATargetThatNoSettingMeetsWithTheStrictest() {
    Withholding wanted =
        new Withholding(
            OptionalInt.of(99), Optional.of(new Target(1e-6, Withholding.Rule.RANGE_MIN)));
    assertThatThrownBy(() -> measured(request(-1, 99, 99, 0, wanted), "never"))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("the strictest setting")
        .hasMessageNotContaining("\n");
    assertThatThrownBy(() -> request(-1, 99, 99, 4, wanted))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("range-min is chosen by target-false");
  }

  @Test
  void queriesOfOnePositiveAreNotMeasured() {
    CorpusRequest request =
        new CorpusRequest(
            new CorpusRequest.Sides(store, store, SearchDirection.TEXT_IMAGE),
            GoldenCorpus.known(Optional.empty()),
            CorpusRequest.Search.WHOLE,
            ListFilters.NONE,
            ListSelection.top(3),
            ALL,
            GoldenCorpus.execution(),
            false);
    assertThat(measured(request, "images")).isEqualTo(WithheldShare.NONE);
  }
}
