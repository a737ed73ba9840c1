// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.kernels.Kernel;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.internal.run.MemoryPlan;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningResult;
import dev.falcon.mining.request.MiningSummary;
import dev.falcon.mining.shuffle.SearchSpaces;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MinerTest {
  private static final int ROWS = 1000;
  private static final int SPACE = 300;
  private static final int BATCH = 32;
  private static final long PLENTY = 1L << 30;

  @TempDir private Path folder;
  private SpaceVectors vectors;
  private EmbeddingStore store;

  @BeforeEach
  void writeStore() {
    vectors = TestVectors.generate(ROWS, 16, 50, 3);
    store = TestStores.write(folder.resolve("store"), vectors);
  }

  private MiningOptions options(String policy) {
    return MiningOptions.of(Policies.parse(policy).quantiles()).withSizes(SPACE, BATCH);
  }

  private MiningOptions restricted(Set<Exclusion> exclusions, RankWindow window) {
    return restricted(exclusions, window, Optional.empty());
  }

  private MiningOptions restricted(
      Set<Exclusion> exclusions, RankWindow window, Optional<PositiveMargin> margin) {
    MiningOptions plain = options("grit");
    return new MiningOptions(
        plain.composition(),
        SPACE,
        BATCH,
        plain.levels(),
        1,
        plain.seed(),
        false,
        new Constraints(exclusions, Optional.empty(), margin, false, window));
  }

  private MiningOptions vetoed(Path veto) {
    MiningOptions plain = options("grit");
    return new MiningOptions(
        plain.composition(),
        SPACE,
        BATCH,
        plain.levels(),
        1,
        plain.seed(),
        false,
        new Constraints(Set.of(), Optional.of(veto), Optional.empty(), false, RankWindow.ALL));
  }

  private MiningOptions epochs(String policy, int epochs, boolean keep) {
    MiningOptions plain = options(policy);
    return new MiningOptions(
        plain.composition(),
        SPACE,
        BATCH,
        plain.levels(),
        epochs,
        plain.seed(),
        keep,
        Constraints.NONE);
  }

  private MiningRequest request(MiningOptions options, String file, int threads, long memory) {
    Path output = folder.resolve(file);
    return new MiningRequest(
        store,
        options,
        output,
        TableFormat.ofFile(output),
        new MiningRequest.Execution(threads, memory),
        false);
  }

  private static MiningResult mine(MiningRequest request) {
    return new Miner(Sessions.onCpu(), Progress.NONE, note -> {}).mine(request);
  }

  private List<PlanRows> plan(MiningOptions options, String file) {
    return PlanRows.read(mine(request(options, file, 2, PLENTY)).output());
  }

  private static Map<String, List<PlanRows>> byBatch(List<PlanRows> rows) {
    return rows.stream().collect(Collectors.groupingBy(PlanRows::batchName));
  }

  @Test
  void everySearchSpaceEqualsTheNaiveImplementation() {
    List<PlanRows> plan = plan(options("0.8"), "plan.parquet");
    SearchSpaces spaces = SearchSpaces.of(ROWS, SPACE, MiningOptions.DEFAULT_SEED, 0);
    List<Long> expected = new ArrayList<>();
    for (int space = 0; space < spaces.count(); space++) {
      int[] rows = ints(spaces.rows(space));
      NaiveAlgorithm1.mine(
              TestVectors.rows(vectors, rows),
              BATCH,
              row -> 0.8,
              RandomStream.of(MiningOptions.DEFAULT_SEED, "first-sample", 0, space))
          .forEach(batch -> batch.forEach(member -> expected.add((long) rows[member])));
    }
    assertThat(plan).extracting(PlanRows::index).isEqualTo(expected);
    assertThat(plan).allSatisfy(row -> assertThat(row.key()).isEqualTo("key-" + row.index()));
    assertThat(plan.stream().filter(row -> row.anchor() != null))
        .allSatisfy(
            row -> {
              assertThat(row.similarity())
                  .isEqualTo(
                      Kernel.entry(
                          vectors.image(),
                          vectors.text(),
                          16,
                          row.anchor().intValue(),
                          (int) row.index()));
              assertThat(row.rank()).isEqualTo((int) Math.rint(0.8 * (row.candidates() - 1)));
            });
  }

  @Test
  void bytesDependNeitherOnThreadsNorOnMemory() throws IOException {
    MiningOptions options = epochs("0.95", 2, true);
    byte[] reference = Files.readAllBytes(mine(request(options, "a.parquet", 1, PLENTY)).output());
    long compactOnly = 620_000;
    assertThat(MemoryPlan.of(SPACE, 16, 1, options.levels(), 2, 0, compactOnly).compact()).isTrue();
    byte[] sideBySide = Files.readAllBytes(mine(request(options, "b.parquet", 3, PLENTY)).output());
    byte[] compact =
        Files.readAllBytes(mine(request(options, "c.parquet", 2, compactOnly)).output());
    assertThat(sideBySide).isEqualTo(reference);
    assertThat(compact).isEqualTo(reference);
  }

  @Test
  void saysHowMuchMemoryWouldDo() {
    assertThatThrownBy(() -> MemoryPlan.of(5664, 256, 1, 100, 2, 0, 10 << 20))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "a search space of 5664 rows needs a memory of 178 MB, more than there is; give that,"
                + " or a smaller search-space");
    long enough = MiningRequest.Execution.within(2, 178L << 20).memoryBudget();
    assertThat(MemoryPlan.of(5664, 256, 1, 100, 2, 0, enough).compact()).isTrue();
    long tooLittle = MiningRequest.Execution.within(2, 177L << 20).memoryBudget();
    assertThatThrownBy(() -> MemoryPlan.of(5664, 256, 1, 100, 2, 0, tooLittle))
        .isInstanceOf(RequestException.class);
  }

  @Test
  void takesEverySampleOnceAnEpochAndShufflesEachEpoch() {
    Map<Integer, List<PlanRows>> epochs =
        plan(epochs("hardening", 3, true), "plan.jsonl").stream()
            .collect(Collectors.groupingBy(PlanRows::epoch));
    assertThat(epochs).containsOnlyKeys(0, 1, 2);
    epochs.forEach(
        (epoch, rows) -> {
          assertThat(rows).extracting(PlanRows::index).doesNotHaveDuplicates().hasSize(ROWS);
          assertThat(rows.stream().filter(row -> row.quantile() != null))
              .allSatisfy(row -> assertThat(row.quantile()).isEqualTo(epoch / 2f));
        });
    assertThat(epochs.get(0))
        .extracting(PlanRows::index)
        .isNotEqualTo(epochs.get(1).stream().map(PlanRows::index).toList());
  }

  @Test
  void uniformBatchesHaveNoAnchors() {
    MiningResult result = mine(request(options("uniform"), "plan.csv", 2, PLENTY));
    List<PlanRows> plan = PlanRows.read(result.output());
    assertThat(plan).hasSize(30 * BATCH).allMatch(row -> row.anchor() == null);
    assertThat(plan).extracting(PlanRows::index).doesNotHaveDuplicates();
    assertThat(result.summary().batches()).isEqualTo(30);
    assertThat(result.summary().leftOut()).isEqualTo(ROWS - 30 * BATCH);
    assertThat(result.summary().negative()).isNull();
  }

  @Test
  void aStoppedRunGoesOnToTheSameBytes() throws IOException {
    MiningOptions options = epochs("0.5", 2, false);
    byte[] whole = Files.readAllBytes(mine(request(options, "whole.parquet", 1, PLENTY)).output());
    for (int stopAfter : new int[] {0, 1, 3, 7}) {
      String file = "stopped-" + stopAfter + ".parquet";
      AtomicLong spaces = new AtomicLong();
      Progress stopping =
          (name, total, unit) ->
              new Progress.Task(
                  amount -> {
                    if (name.equals("mining") && spaces.getAndIncrement() == stopAfter) {
                      throw new IllegalStateException("stopped");
                    }
                  },
                  () -> {});
      MiningRequest request = request(options, file, 1, PLENTY);
      assertThatThrownBy(() -> new Miner(Sessions.onCpu(), stopping, note -> {}).mine(request))
          .hasMessage("stopped");
      assertThat(request.output()).doesNotExist();
      assertThat(Files.readAllBytes(mine(request).output())).isEqualTo(whole);
      assertThat(request.output().resolveSibling(file + ".work")).doesNotExist();
    }
  }

  @Test
  void refusesToResumeAnotherRequest() {
    Progress failing =
        (name, total, unit) ->
            new Progress.Task(
                amount -> {
                  if (name.equals("mining")) {
                    throw new IllegalStateException("stopped");
                  }
                },
                () -> {});
    assertThatThrownBy(
            () ->
                new Miner(Sessions.onCpu(), failing, note -> {})
                    .mine(request(options("0.5"), "plan.parquet", 1, PLENTY)))
        .hasMessage("stopped");
    assertThatThrownBy(() -> mine(request(options("0.6"), "plan.parquet", 1, PLENTY)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("plan.parquet.work")
        .hasMessageContaining("another request");
  }

  @Test
  void replacesNoOtherRequestsPlanUnasked() throws IOException {
    byte[] plan =
        Files.readAllBytes(mine(request(options("0.5"), "plan.parquet", 1, PLENTY)).output());
    Path again = mine(request(options("0.5"), "plan.parquet", 1, PLENTY)).output();
    assertThat(Files.readAllBytes(again)).isEqualTo(plan);
    assertThatThrownBy(() -> mine(request(options("0.6"), "plan.parquet", 1, PLENTY)))
        .isInstanceOf(RequestException.class)
        .hasMessageEndingWith("plan.parquet: already exists; name another file, or overwrite it");
  }

  @Test
  void excludesSamplesOfOneImageOrCaptionFromABatch() {
    MiningOptions options =
        restricted(Set.of(Exclusion.SAME_IMAGE, Exclusion.SAME_CAPTION), RankWindow.ALL);
    MiningResult result = mine(request(options, "plan.parquet", 2, PLENTY));
    List<PlanRows> plan = PlanRows.read(result.output());
    assertThat(plan).isNotEmpty().extracting(PlanRows::index).doesNotHaveDuplicates();
    byBatch(plan)
        .values()
        .forEach(
            batch -> {
              Set<Long> images = new HashSet<>();
              assertThat(batch).allMatch(row -> images.add(row.index() / 3));
              assertThat(batch.stream().filter(row -> row.index() % 5 == 0)).hasSizeLessThan(2);
            });
    assertThat(result.summary().withheld().get("same-image")).isPositive();
    assertThat(result.summary().withheld().get("same-caption")).isPositive();
    assertThat(result.summary().sameImage()).isZero();
    assertThat(mine(request(options("1"), "free.parquet", 2, PLENTY)).summary().sameCaption())
        .isPositive();
  }

  private MiningOptions composed(Composition.Level level, double warp) {
    MiningOptions plain = options("random");
    return new MiningOptions(
        new Composition(plain.policy(), level, warp),
        SPACE,
        BATCH,
        plain.levels(),
        1,
        plain.seed(),
        false,
        Constraints.NONE);
  }

  private MiningOptions inRunsOf(int length) {
    MiningOptions plain = options("1");
    return new MiningOptions(
        new Composition(plain.policy(), Composition.Level.INSTANCE, 1, length),
        SPACE,
        BATCH,
        plain.levels(),
        1,
        plain.seed(),
        false,
        Constraints.NONE);
  }

  @Test
  void aNewChainBeginsAtEveryRunsEnd() {
    List<PlanRows> runs = plan(inRunsOf(3), "runs.parquet");
    assertThat(runs)
        .allMatch(row -> (row.position() % 3 == 0) == (row.anchor() == null))
        .extracting(PlanRows::index)
        .doesNotHaveDuplicates();
    List<PlanRows> whole = plan(inRunsOf(Composition.WHOLE_BATCH), "whole.parquet");
    assertThat(plan(inRunsOf(BATCH), "of-a-batch.parquet")).isEqualTo(whole);
    assertThat(runs).isNotEqualTo(whole);
    assertThatThrownBy(() -> inRunsOf(0))
        .isInstanceOf(RequestException.class)
        .hasMessage("run-length must be at least 1; run-length=0");
  }

  @Test
  void randomQuantilesAreEachAnchorsOwn() {
    List<PlanRows> plan = plan(composed(Composition.Level.INSTANCE, 3), "random.parquet");
    SearchSpaces spaces = SearchSpaces.of(ROWS, SPACE, MiningOptions.DEFAULT_SEED, 0);
    List<Long> expected = new ArrayList<>();
    for (int space = 0; space < spaces.count(); space++) {
      int number = space;
      int[] rows = ints(spaces.rows(space));
      NaiveAlgorithm1.mine(
              TestVectors.rows(vectors, rows),
              BATCH,
              row -> 1 - Math.pow(1 - drawn("quantile", number, row), 3),
              RandomStream.of(MiningOptions.DEFAULT_SEED, "first-sample", 0, space))
          .forEach(batch -> batch.forEach(member -> expected.add((long) rows[member])));
    }
    assertThat(plan).extracting(PlanRows::index).isEqualTo(expected);
  }

  @Test
  void aBatchMayHaveOneRandomQuantile() {
    List<PlanRows> plan = plan(composed(Composition.Level.BATCH, 2), "random.parquet");
    assertThat(plan.stream().filter(row -> row.anchor() != null))
        .hasSize(31 * (3 * 9 + 3))
        .allSatisfy(
            row -> {
              double q = drawn("batch-quantile", row.space(), row.batch());
              assertThat(row.quantile()).isEqualTo((float) (1 - Math.pow(1 - q, 2)));
              assertThat(row.rank())
                  .isEqualTo((int) Math.rint((1 - Math.pow(1 - q, 2)) * (row.candidates() - 1)));
            });
  }

  private static int[] ints(long[] values) {
    return Arrays.stream(values).mapToInt(Math::toIntExact).toArray();
  }

  private static double drawn(String purpose, int space, int number) {
    return RandomStream.of(MiningOptions.DEFAULT_SEED, purpose, 0, space, number).nextDouble();
  }

  @Test
  void keepsTheSamplesOfAVetoListApart() throws IOException {
    MiningRequest plain = request(options("1"), "plain.parquet", 2, PLENTY);
    List<PlanRows> together = PlanRows.read(mine(plain).output());
    StringBuilder lines = new StringBuilder();
    for (PlanRows row : together) {
      if (row.anchor() != null) {
        lines.append(
            String.format(
                Locale.ROOT,
                "{\"key_a\": \"key-%d\", \"key_b\": \"key-%d\"}%n",
                row.anchor(),
                row.index()));
      }
    }
    lines.append("{\"key_a\": \"unknown\", \"key_b\": \"key-0\"}\n");
    Path veto = folder.resolve("veto.jsonl");
    Files.writeString(veto, lines);

    MiningResult apart =
        mine(
            new MiningRequest(
                plain.store(),
                vetoed(veto),
                folder.resolve("apart.parquet"),
                plain.format(),
                plain.execution(),
                false));

    assertThat(apart.summary().withheld()).containsKey("veto");
    Map<String, List<PlanRows>> batches = byBatch(PlanRows.read(apart.output()));
    for (List<PlanRows> batch : batches.values()) {
      Set<Long> members = batch.stream().map(PlanRows::index).collect(Collectors.toSet());
      for (PlanRows row : together) {
        assertThat(
                row.anchor() != null
                    && members.contains(row.anchor())
                    && members.contains(row.index()))
            .isFalse();
      }
    }
  }

  @Test
  void aMarginKeepsSuspectsApartAndUsesEverySample() throws IOException {
    MiningOptions plain = options("1");
    MiningOptions options =
        restricted(Set.of(), RankWindow.ALL, Optional.of(PositiveMargin.FALCON_PLUS));
    MiningResult guarded = mine(request(options, "guarded.parquet", 1, PLENTY));
    MiningSummary free = mine(request(plain, "free.parquet", 1, PLENTY)).summary();
    assertThat(guarded.summary().withheld().get("suspected-match")).isPositive();
    assertThat(guarded.summary().batches()).isEqualTo(free.batches());
    assertThat(guarded.summary().leftOut()).isEqualTo(free.leftOut());
    assertThat(guarded.summary().negative().mean()).isLessThan(free.negative().mean());
    byte[] bytes = Files.readAllBytes(guarded.output());
    long little = 720_000;
    for (MiningRequest other :
        List.of(
            request(options, "threads.parquet", 3, PLENTY),
            request(options, "compact.parquet", 2, little))) {
      assertThat(Files.readAllBytes(mine(other).output())).isEqualTo(bytes);
    }
  }

  @Test
  void aVetoListOfOtherDataIsRefused() throws IOException {
    Path veto = folder.resolve("veto.jsonl");
    Files.writeString(veto, "{\"key_a\": \"x\", \"key_b\": \"y\"}\n");
    MiningRequest plain = request(options("1"), "plan.parquet", 2, PLENTY);

    assertThatThrownBy(
            () ->
                mine(
                    new MiningRequest(
                        plain.store(),
                        vetoed(veto),
                        plain.output(),
                        plain.format(),
                        plain.execution(),
                        false)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("veto.jsonl: none of its 1 pairs");
  }

  @Test
  void theWindowSkipsTheMostSimilarAndCapsTheScore() {
    List<PlanRows> plan =
        plan(restricted(Set.of(), new RankWindow(5, 40, Float.POSITIVE_INFINITY)), "a.parquet");
    assertThat(plan.stream().filter(row -> row.anchor() != null))
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.rank()).isEqualTo(row.candidates() - 1 - 5));
    List<PlanRows> capped =
        plan(restricted(Set.of(), new RankWindow(0, Integer.MAX_VALUE, 0.3f)), "b.parquet");
    assertThat(capped.stream().filter(row -> row.anchor() != null))
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.similarity()).isLessThanOrEqualTo(0.3f));
    assertThat(capped).extracting(PlanRows::index).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource(TableFormat.class)
  void everyFormatHoldsTheSamePlan(TableFormat format) {
    List<PlanRows> parquet = plan(options("0.3"), "reference.parquet");
    assertThat(plan(options("0.3"), "plan." + format.label())).isEqualTo(parquet);
  }

  @Test
  void aStoreSmallerThanABatchIsRefused() {
    MiningOptions options = options("0.5").withSizes(5000, 2000);
    assertThatThrownBy(() -> mine(request(options, "plan.parquet", 1, PLENTY)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("1000 usable rows, fewer than one batch; batch-size=2000");
    float[] row = {1, 0};
    store = TestStores.write(folder.resolve("one"), new SpaceVectors(row, row, 1, 2));
    assertThatThrownBy(() -> mine(request(options("grit"), "plan.parquet", 2, PLENTY)))
        .hasMessage(
            folder.resolve("one") + ": has fewer than 2 usable rows, so no sample has a negative");
  }
}
