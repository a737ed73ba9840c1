// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.sample.MemorySource;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.statistics.Correction;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.statistics.Rate;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.work.Shard;
import dev.falcon.mining.Miner;
import dev.falcon.mining.TestStores;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.audit.request.AuditFigures;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.AuditResult;
import dev.falcon.mining.audit.request.AuditResult.RateRow;
import dev.falcon.mining.audit.request.AuditTarget;
import dev.falcon.mining.audit.request.Finding;
import dev.falcon.mining.audit.request.PairKind;
import dev.falcon.mining.audit.request.Stratum;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditorTest {
  private static final int SAMPLES = 210;

  @TempDir private Path folder;
  private EmbeddingStore store;
  private Path truth;

  @BeforeEach
  void writeData() throws IOException {
    store = ColourWorld.store(folder.resolve("store"), SAMPLES);
    StringBuilder lines = new StringBuilder();
    for (int image = 0; image < SAMPLES; image++) {
      for (int text = 0; text < SAMPLES; text++) {
        lines.append(line(image, text, image % 3 == text % 3));
      }
    }
    truth = folder.resolve("truth.jsonl");
    Files.writeString(truth, lines);
  }

  private static String line(int image, int text, boolean match) {
    return "{\"image_key\": \"%s\", \"text_key\": \"%s\", \"match\": %s}%n"
        .formatted(ColourWorld.key(image), ColourWorld.key(text), match);
  }

  private AuditRequest request(AuditTarget target, String name) {
    return request(ColourWorld.data(SAMPLES), target, name, AuditOptions.defaults(), null);
  }

  private AuditRequest request(
      SampleSource data, AuditTarget target, String name, AuditOptions options, Path calibration) {
    return new AuditRequest(
        AuditRequest.Data.of(data, store),
        target,
        AuditRequest.Evidence.of(
                List.of(
                    new AuditRequest.Judge("colours", ColourWorld.model(folder.resolve("model")))),
                Optional.of(truth))
            .calibratedOn(Optional.ofNullable(calibration)),
        options,
        folder.resolve(name),
        false,
        false);
  }

  private static Auditor.Outcome audit(AuditRequest request) {
    return new Auditor(Sessions.onCpu(), Progress.NONE).audit(request);
  }

  private static AuditTarget grid(Double... levels) {
    return new AuditTarget.Quantiles(List.of(levels), 70);
  }

  private Path mine(double quantile) {
    Path plan = folder.resolve("plan.parquet");
    new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
        .mine(
            new MiningRequest(
                store,
                MiningOptions.of(new QuantilePolicy.Fixed(quantile)).withSizes(70, 10),
                plan,
                TableFormat.PARQUET,
                MiningRequest.Execution.automatic(),
                false));
    return plan;
  }

  private static Rate rate(
      AuditResult result, String judge, Double threshold, PairKind kind, String quantile) {
    return result.rates().stream()
        .filter(row -> row.judge().equals(judge) && row.kind() == kind)
        .filter(row -> threshold == null || threshold.equals(row.threshold()))
        .filter(row -> row.direction() == null)
        .filter(row -> quantile == null ? row.group() == null : quantile.equals(row.value()))
        .findFirst()
        .map(RateRow::rate)
        .orElseThrow();
  }

  @Test
  void theHardestNegativesAreFalseAndTheEasiestAreNot() {
    AuditResult result = audit(request(grid(0.0, 1.0), "grid")).result();

    assertThat(rate(result, "truth", null, PairKind.QUANTILE, "1.0").share()).isEqualTo(1);
    assertThat(rate(result, "truth", null, PairKind.QUANTILE, "0.0").share()).isZero();
    assertThat(rate(result, "truth", null, PairKind.QUANTILE, "1.0").judged()).isEqualTo(420);
    // The model knows red and green, and never says yes to blue.
    assertThat(rate(result, "colours", 0.5, PairKind.QUANTILE, "1.0").share())
        .isCloseTo(2 / 3.0, within(1e-12));
    AuditResult.Detector detector = result.detectors().get(0);
    assertThat(detector.matches()).isEqualTo(420);
    assertThat(detector.thresholds().get(0).precision().share()).isEqualTo(1);
    assertThat(detector.thresholds().get(0).recall().share()).isCloseTo(2 / 3.0, within(1e-12));
    // Ties of blue matches and all other pairs count one half: 2/3 + 1/3 · 1/2.
    assertThat(detector.rocAuc()).isCloseTo(5 / 6.0, within(1e-12));
  }

  @Test
  void aPlanIsAuditedAsChainAsHardestAndAsAllPairs() {
    AuditResult result = audit(request(new AuditTarget.Plan(mine(1)), "plan")).result();

    Map<PairKind, Long> populations = new TreeMap<>();
    result.strata().forEach(s -> populations.merge(s.kind(), s.population(), Long::sum));
    assertThat(populations)
        .isEqualTo(
            Map.of(
                PairKind.CHAIN, 2L * 21 * 9,
                PairKind.HARDEST, 2L * 210,
                PairKind.OFF_DIAGONAL, 21L * 90));
    assertThat(rate(result, "truth", null, PairKind.HARDEST, null).share()).isGreaterThan(0.9);
    assertThat(sameCaption(result, PairKind.OFF_DIAGONAL))
        .isEqualTo(rate(result, "truth", null, PairKind.OFF_DIAGONAL, null).positives());
    assertThat(2 * sameCaption(result, PairKind.CHAIN) / 2)
        .isEqualTo(rate(result, "truth", null, PairKind.CHAIN, null).positives());
  }

  private static long sameCaption(AuditResult result, PairKind kind) {
    return result.strata().stream()
        .filter(stratum -> stratum.kind() == kind)
        .mapToLong(Stratum::sameCaption)
        .sum();
  }

  @Test
  void asAFilterTheModelLeavesTheFalseNegativesThatItMisses() {
    AuditResult result = audit(request(new AuditTarget.Plan(mine(0.8)), "filter")).result();

    AuditResult.FilterRow row =
        result.filters().stream()
            .filter(f -> f.kind() == PairKind.OFF_DIAGONAL && f.threshold() == 0.5)
            .filter(f -> f.judge().equals("colours"))
            .findFirst()
            .orElseThrow();
    assertThat(row.goodLost().share()).isZero();
    assertThat(row.stillFalse().share())
        .isLessThan(rate(result, "truth", null, PairKind.OFF_DIAGONAL, null).share());
  }

  @Test
  void aFindingIsTruthWhereMostPairsHaveOne() {
    AuditResult result = audit(request(grid(0.0, 1.0), "findings")).result();

    assertThat(result.findings())
        .extracting(Finding::source)
        .containsOnly(Finding.Source.TRUTH)
        .hasSize(3);
    assertThat(AuditFigures.sentence(result))
        .startsWith("Of the candidates at quantile 1 100.0 % [")
        .endsWith("] are false by truth.");
    assertThat(result.scores()).isNotEmpty();
  }

  /** Truth of a single pair is no ground to speak of all: the matcher's word is. */
  @Test
  void truthOfFewPairsIsNotTakenForThatOfAll() throws IOException {
    Path few = folder.resolve("few.jsonl");
    Files.writeString(few, line(0, 3, true) + line(0, 1, false));
    AuditRequest whole = request(grid(1.0), "few");
    AuditResult result = audit(withTruth(whole, Optional.of(few), false)).result();

    assertThat(result.findings()).hasSize(1);
    assertThat(result.findings().get(0).source()).isEqualTo(Finding.Source.JUDGE);
    assertThat(AuditFigures.sentence(result)).contains("if colours > 0.5 is right");
  }

  @Test
  void errorsSeenOnThreeCaptionsCorrectNothing() {
    // Of three captions the judge is blind to one: what it would miss of others is not known.
    Path calibration = calibration();
    AuditResult result =
        audit(
                request(
                    ColourWorld.data(SAMPLES),
                    grid(1.0),
                    "corrected",
                    AuditOptions.defaults(),
                    calibration))
            .result();

    AuditResult.CorrectionRow row = result.corrections().get(0);
    assertThat(row.apparent().share()).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(row.sensitivity().share()).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(row.sensitivity().effective()).isLessThan(3);
    assertThat(row.corrected().doubt()).isEqualTo(Correction.Doubt.NEAR_CHANCE);
    assertThat(row.specificity().share()).isEqualTo(1);
    assertThat(result.fits().get(0).threshold()).isNotNull();
    assertThat(result.fits().get(0).fitted().precision().share()).isEqualTo(1);
    assertThat(result.sharedWithCalibration()).isPositive();
  }

  private Path calibration() {
    StringBuilder lines = new StringBuilder();
    for (int image = 0; image < 30; image++) {
      for (int text = 0; text < 30; text++) {
        lines.append(line(image, text, image % 3 == text % 3));
      }
    }
    Path file = folder.resolve("calibration.jsonl");
    try {
      Files.writeString(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  @Test
  void aSampleOfPairsWeighsAsTheWhole() {
    Path plan = mine(0.5);
    AuditOptions few = new AuditOptions(List.of(0.5), 700, null, 0.95, 7);
    AuditResult whole = audit(request(new AuditTarget.Plan(plan), "whole")).result();
    AuditResult some =
        audit(request(ColourWorld.data(SAMPLES), new AuditTarget.Plan(plan), "some", few, null))
            .result();

    long drawn = some.strata().stream().mapToLong(Stratum::drawn).sum();
    assertThat(drawn).isLessThanOrEqualTo(700);
    for (PairKind kind : List.of(PairKind.CHAIN, PairKind.HARDEST, PairKind.OFF_DIAGONAL)) {
      Rate estimate = rate(some, "truth", null, kind, null);
      assertThat(estimate.population())
          .isCloseTo(rate(whole, "truth", null, kind, null).population(), within(1e-6));
      assertThat(estimate.interval().contains(rate(whole, "truth", null, kind, null).share()))
          .isTrue();
    }
  }

  @Test
  void anInterruptedAuditGoesOnToTheSameBytes() throws IOException {
    AuditRequest whole = request(grid(0.5, 1.0), "whole");
    audit(whole);
    AuditRequest broken = request(grid(0.5, 1.0), "broken");
    int[] judged = new int[1];
    Progress stopping =
        (name, total, unit) ->
            new Progress.Task(
                amount -> {
                  if (name.equals("judging") && judged[0]++ == 1) {
                    throw new IllegalStateException("killed");
                  }
                },
                () -> {});
    assertThatThrownBy(() -> new Auditor(Sessions.onCpu(), stopping).audit(broken))
        .hasMessage("killed");
    assertThat(folder.resolve("broken/pairs.parquet.work")).isDirectoryContaining("glob:**.scores");

    audit(broken);

    for (String file : List.of(Auditor.PAIRS_FILE, Auditor.RESULT_FILE, Auditor.REPORT_FILE)) {
      assertThat(folder.resolve("broken").resolve(file))
          .hasSameBinaryContentAs(folder.resolve("whole").resolve(file));
    }
    assertThat(folder.resolve("broken/pairs.parquet.work")).doesNotExist();
  }

  @Test
  void everyPairIsInTheTable() {
    audit(request(grid(1.0), "table"));

    int rows = 0;
    try (TableReader table = TableReader.open(folder.resolve("table/pairs.parquet"))) {
      int image = table.column(ColumnType.UTF8, "image_key");
      int text = table.column(ColumnType.UTF8, "text_key");
      int match = table.column(ColumnType.BOOL, "truth");
      int score = table.column(ColumnType.FLOAT32, "match_probability_colours");
      while (table.next()) {
        int shown = Integer.parseInt(table.getString(image).substring(1)) % 3;
        int said = Integer.parseInt(table.getString(text).substring(1)) % 3;
        assertThat(table.getBoolean(match)).isEqualTo(shown == said);
        assertThat(table.getFloat(score) > 0.5).isEqualTo(shown == said && shown < 2);
        rows++;
      }
    }
    assertThat(rows).isEqualTo(2 * SAMPLES);
  }

  /** The data with one picture that cannot be decoded. */
  private static SampleSource withBrokenPicture() {
    List<Sample> samples = new ArrayList<>();
    ColourWorld.data(SAMPLES).forEach(samples::add, reject -> {});
    Sample broken = samples.get(5);
    samples.set(5, Sample.of(broken.key(), new byte[] {1, 2, 3}, broken.captions()));
    return new MemorySource("colours", samples);
  }

  @Test
  void aBrokenPictureIsRejectedAndTheOthersAreJudged() {
    Auditor.Outcome outcome =
        audit(request(withBrokenPicture(), grid(1.0), "rejected", AuditOptions.defaults(), null));

    assertThat(outcome.rejects())
        .singleElement()
        .satisfies(r -> assertThat(r.key()).isEqualTo("s5"));
    assertThat(rate(outcome.result(), "colours", 0.5, PairKind.QUANTILE, null).judged())
        .isBetween(400L, 419L);
    assertThat(folder.resolve("rejected/rejects.parquet")).exists();
  }

  @Test
  void aBrokenPictureOfABatchTakesItsOwnPairsAlone() {
    Auditor.Outcome outcome =
        audit(
            request(
                withBrokenPicture(),
                new AuditTarget.Plan(mine(1)),
                "batch",
                AuditOptions.defaults(),
                null));

    assertThat(outcome.rejects()).extracting(reject -> reject.key()).containsExactly("s5");
    // Of the 21 batches of ten, each image has nine negatives.
    assertThat(rate(outcome.result(), "colours", 0.5, PairKind.OFF_DIAGONAL, null).judged())
        .isEqualTo(21 * 90 - 9);
    assertThat(rate(outcome.result(), "truth", null, PairKind.OFF_DIAGONAL, null).judged())
        .isEqualTo(21 * 90);
  }

  @Test
  void reportsAPrecisionThatNeedsMorePairsThanAllowed() {
    Path plan = mine(1);
    AuditOptions fine = new AuditOptions(List.of(0.5), 1_000, 0.02, 0.95, 7);
    AuditOptions coarse = new AuditOptions(List.of(0.5), 1_000, 0.1, 0.95, 7);

    AuditResult tooFew =
        audit(request(ColourWorld.data(SAMPLES), new AuditTarget.Plan(plan), "fine", fine, null))
            .result();
    AuditResult enough =
        audit(
                request(
                    ColourWorld.data(SAMPLES), new AuditTarget.Plan(plan), "coarse", coarse, null))
            .result();

    // 2 x 189 of the chain, 2 x 210 hardest, 1,890 of all pairs of a batch: 0.02 needs them all.
    assertThat(tooFew.pairsForPrecision()).isEqualTo(2 * 189 + 2 * 210 + 1_890);
    assertThat(enough.pairsForPrecision()).isNull();
    // What is drawn is enough for pairs that share nothing; three captions make it wider.
    Rate drawn = rate(enough, "truth", null, PairKind.OFF_DIAGONAL, null);
    assertThat(Interval.wilson(0.5, (double) drawn.judged()).halfWidth()).isLessThanOrEqualTo(0.1);
    assertThat(drawn.interval().halfWidth()).isGreaterThan(0.1);
  }

  @Test
  void twoAuditsAreComparedWithTheDifferencesInterval() {
    audit(request(grid(1.0), "first"));
    AuditRequest second =
        request(
            ColourWorld.data(SAMPLES),
            grid(1.0),
            "second",
            new AuditOptions(List.of(0.5), 100, null, 0.95, 3),
            null);
    audit(second);

    AuditComparison comparison =
        AuditComparison.of(folder.resolve("first/audit.json"), folder.resolve("second/audit.json"));

    assertThat(comparison.rows()).isNotEmpty();
    for (AuditComparison.Row row : comparison.rows()) {
      assertThat(row.difference()).isEqualTo(row.second().share() - row.first().share());
      assertThat(row.interval().contains(row.difference())).isTrue();
    }
  }

  @Test
  void falseNegativesAreWrittenAsPositivesAndAsVeto() {
    audit(request(grid(0.0, 1.0), "export"));
    AuditExport export =
        new AuditExport(folder.resolve("export/pairs.parquet"), Optional.empty(), 0.5);

    export.positives(folder.resolve("positives.jsonl"), false);
    export.veto(folder.resolve("veto.parquet"), false);

    try (TableReader table = TableReader.open(folder.resolve("positives.jsonl"))) {
      int image = table.column(ColumnType.UTF8, "image_key");
      int text = table.column(ColumnType.UTF8, "text_key");
      int rows = 0;
      while (table.next()) {
        assertThat(Integer.parseInt(table.getString(image).substring(1)) % 3)
            .isEqualTo(Integer.parseInt(table.getString(text).substring(1)) % 3);
        rows++;
      }
      assertThat(rows).isPositive();
    }
    try (TableReader table = TableReader.open(folder.resolve("veto.parquet"))) {
      assertThat(table.columns()).containsExactly("key_a", "key_b");
    }
  }

  @Test
  void aPlanOfOtherDataIsRefusedByItsKeys() {
    Path plan = mine(1);
    AuditRequest request =
        request(
            ColourWorld.data(100),
            new AuditTarget.Plan(plan),
            "few",
            AuditOptions.defaults(),
            null);

    assertThatThrownBy(() -> audit(withTruth(request, Optional.empty(), false)))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("plan.parquet")
        .hasMessageContaining("colours does not hold");
  }

  private static AuditRequest withTruth(AuditRequest request, Optional<Path> truth, boolean force) {
    return new AuditRequest(
        request.data(),
        request.target(),
        AuditRequest.Evidence.of(request.evidence().models(), truth),
        request.options(),
        request.output(),
        force,
        false);
  }

  @Test
  void aPlanOfAnotherStoreIsRefusedUnlessForced() {
    Path plan = mine(1);
    EmbeddingStore mined = store;
    // The same samples in the same order, with vectors of their own.
    store = ColourWorld.store(folder.resolve("longer"), SAMPLES + 3);

    assertThatThrownBy(() -> audit(request(new AuditTarget.Plan(plan), "other")))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("was mined from another store")
        .hasMessageContaining("force");
    AuditRequest forced =
        withTruth(request(new AuditTarget.Plan(plan), "forced"), Optional.empty(), true);
    assertThat(audit(forced).result().rates()).isNotEmpty();
    assertThat(mined.rows()).isEqualTo(SAMPLES);
  }

  @Test
  void aForcedPlanNeedsTheStoreThatItsRowsAreOf() {
    Path plan = mine(1);
    store = TestStores.write(folder.resolve("foreign"), TestVectors.generate(SAMPLES, 4, 1, 3));

    assertThatThrownBy(
            () ->
                audit(
                    withTruth(
                        request(new AuditTarget.Plan(plan), "forced"), Optional.empty(), true)))
        .isInstanceOf(FalconException.class)
        .hasMessageMatching(
            Pattern.quote(plan.toString())
                + ": says that row \\d+ of the store is 's\\d+', which is not so in "
                + Pattern.quote(folder.resolve("foreign").toString())
                + "; name the store that the plan was mined from");
  }

  @Test
  void dataThatShrinksMeanwhileIsRefused() {
    SampleSource whole = ColourWorld.data(SAMPLES);
    AtomicInteger opened = new AtomicInteger();
    SampleSource shrinking =
        new SampleSource() {
          @Override
          public String name() {
            return "colours";
          }

          @Override
          public String format() {
            return whole.format();
          }

          @Override
          public int shards() {
            return 1;
          }

          @Override
          public String shardName(int shard) {
            return whole.shardName(shard);
          }

          @Override
          public SampleReader open(int shard, Consumer<Reject> rejects) {
            SampleSource now = opened.getAndIncrement() == 0 ? whole : ColourWorld.data(100);
            return now.open(shard, rejects);
          }

          @Override
          public List<Provenance.Input> inputs() {
            return whole.inputs();
          }
        };

    assertThatThrownBy(
            () -> audit(request(shrinking, grid(1.0), "shrunk", AuditOptions.defaults(), null)))
        .isInstanceOf(FalconException.class)
        .hasMessage("colours: has changed while it was read");
    assertThat(opened).hasValue(2);
  }

  @Test
  void truthOfUnknownKeysAndOfTwoMindsIsRefused() throws IOException {
    Files.writeString(truth, line(0, 3, true) + line(0, 900, true));
    assertThatThrownBy(() -> audit(request(grid(1.0), "unknown")))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("truth.jsonl: 1 pairs name keys that colours does not hold")
        .hasMessageContaining("'s900'");
    Files.writeString(truth, line(0, 3, true) + line(0, 4, false) + line(0, 3, false));
    assertThatThrownBy(() -> audit(request(grid(1.0), "contrary")))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("image 's0' and text 's3'")
        .hasMessageContaining("both as a match and as no match");
  }

  @Test
  void thresholdsLieBetweenZeroAndOne() {
    assertThatThrownBy(() -> new AuditOptions(List.of(1.5), 10, null, 0.95, 1))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("threshold=1.5");
  }

  @Test
  void anAuditIsNotOverwritten() {
    audit(request(grid(1.0), "kept"));

    assertThatThrownBy(() -> audit(request(grid(1.0), "kept")))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("overwrite");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7})
  void anyNumberOfTasksMakeTheSameAudit(int count) throws IOException {
    AuditRequest whole = request(new AuditTarget.Plan(mine(1)), "whole");
    audit(whole);
    AuditRequest shared = request(new AuditTarget.Plan(folder.resolve("plan.parquet")), "shared");
    for (int index = count - 1; index >= 0; index--) {
      AuditShardResult result = auditShard(shared, index, count);
      assertThat(result.blocks()).isEqualTo(4);
      assertThat(result.judged()).isEqualTo(index >= 4 ? 0 : (4 - index + count - 1) / count);
    }
    new AuditTasks(shared.output()).requireAll();
    audit(shared);
    for (String file : List.of(Auditor.PAIRS_FILE, Auditor.RESULT_FILE, Auditor.REPORT_FILE)) {
      assertThat(shared.output().resolve(file))
          .hasSameBinaryContentAs(whole.output().resolve(file));
    }
    assertThat(AuditTasks.isBegun(shared.output())).isFalse();
  }

  /** Read part by part, with a batch at a time in memory. */
  @Test
  void aPlanInPartsGivesThePairsOfOneFile() {
    AuditResult whole = audit(request(new AuditTarget.Plan(mine(0.8)), "whole")).result();
    Path parts = folder.resolve("plan");
    new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
        .mineFolder(
            new MiningRequest(
                store,
                MiningOptions.of(new QuantilePolicy.Fixed(0.8)).withSizes(70, 10),
                parts,
                TableFormat.PARQUET,
                MiningRequest.Execution.automatic(),
                false));
    assertThat(parts.resolve("part-00001.parquet")).exists();
    AuditResult result = audit(request(new AuditTarget.Plan(parts), "parts")).result();
    assertThat(result.strata()).isEqualTo(whole.strata());
    assertThat(result.rates()).isEqualTo(whole.rates());
    assertThat(pairs("parts")).isEqualTo(pairs("whole"));
    assertThat(result.provenance().inputs())
        .extracting(Provenance.Input::name)
        .contains("plan.json");
  }

  /** All columns of the table of pairs. */
  private List<String> pairs(String output) {
    List<String> rows = new ArrayList<>();
    try (TableReader table = TableReader.open(folder.resolve(output).resolve(Auditor.PAIRS_FILE))) {
      int anchor = table.column(ColumnType.UTF8, "image_key");
      int candidate = table.column(ColumnType.UTF8, "text_key");
      while (table.next()) {
        rows.add(table.getString(anchor) + " " + table.getString(candidate));
      }
    }
    return rows;
  }

  @Test
  void tasksOfAnAuditSkipWhatIsDoneAndRefuseWhatIsAnothers() {
    AuditRequest shared = request(new AuditTarget.Plan(mine(1)), "shared");
    auditShard(shared, 1, 3);
    assertThatThrownBy(() -> new AuditTasks(shared.output()).requireAll())
        .hasMessage(
            shared.output()
                + ": 3 of 4 blocks are missing; have them judged by tasks --array=0,2 of 3");
    AuditShardResult again = auditShard(shared, 1, 2);
    assertThat(again.judged()).isEqualTo(1);
    assertThat(again.found()).isEqualTo(1);
    assertThatThrownBy(() -> auditShard(request(grid(0.5), "shared"), 0, 2))
        .hasMessageContaining("holds parts of another request: ");
    assertThat(auditShard(shared, 0, 2).missing()).isZero();
    audit(shared);
    AuditShardResult late = auditShard(shared, 0, 2);
    assertThat(late.judged()).isZero();
    assertThat(late.found()).isEqualTo(2);
    assertThat(late.blocks()).isEqualTo(4);
    assertThat(AuditTasks.isBegun(shared.output())).isFalse();
    assertThatThrownBy(() -> auditShard(request(grid(0.5), "shared"), 0, 2))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("already exists; name another file, or overwrite it");
  }

  private static AuditShardResult auditShard(AuditRequest request, int index, int count) {
    return new Auditor(Sessions.onCpu(), Progress.NONE)
        .auditShard(request, new Shard(index, count));
  }
}
