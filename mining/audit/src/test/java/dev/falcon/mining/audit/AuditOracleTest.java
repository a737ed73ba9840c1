// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.sample.MemorySource;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.statistics.Rate;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.Miner;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.AuditResult;
import dev.falcon.mining.audit.request.AuditTarget;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every rate of an audit, counted again from its table one pair at a time. */
class AuditOracleTest {
  private static final int SAMPLES = 120;
  private static final List<String> ENDS = List.of("", " thing", " thing that one may well see");

  @TempDir private Path folder;
  private AuditResult result;
  private List<Row> rows;

  /** A row of the table. */
  private record Row(
      String kind,
      String direction,
      Double quantile,
      int words,
      double weight,
      Boolean truth,
      float score) {}

  @BeforeEach
  void audit() throws IOException {
    RandomStream random = RandomStream.of(8, "oracle");
    List<Sample> samples = new ArrayList<>();
    StringBuilder truth = new StringBuilder();
    for (int i = 0; i < SAMPLES; i++) {
      String caption = ColourWorld.colour(i) + ENDS.get(random.nextInt(ENDS.size()));
      samples.add(Sample.of(ColourWorld.key(i), ColourWorld.png(i % 3), List.of(caption)));
      for (int text = 0; text < SAMPLES; text++) {
        if (random.nextInt(4) > 0) { // truth is not known of all
          truth.append(
              String.format(
                  Locale.ROOT,
                  "{\"image_key\": \"s%d\", \"text_key\": \"s%d\", \"match\": %s}%n",
                  i,
                  text,
                  i % 3 == text % 3 ^ random.nextInt(10) == 0));
        }
      }
    }
    Files.writeString(folder.resolve("truth.jsonl"), truth);
    EmbeddingStore store = ColourWorld.store(folder.resolve("store"), SAMPLES);
    mine(store);
    AuditRequest request =
        new AuditRequest(
            AuditRequest.Data.of(new MemorySource("colours", samples), store),
            new AuditTarget.Plan(folder.resolve("plan.parquet")),
            AuditRequest.Evidence.of(
                List.of(
                    new AuditRequest.Judge("colours", ColourWorld.model(folder.resolve("model")))),
                Optional.of(folder.resolve("truth.jsonl"))),
            new AuditOptions(List.of(0.02, 0.5), 900, null, 0.95, 7),
            folder.resolve("audit"),
            false,
            false);
    result = new Auditor(Sessions.onCpu(), Progress.NONE).audit(request).result();
    rows = read(samples);
  }

  private void mine(EmbeddingStore store) {
    new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
        .mine(
            new MiningRequest(
                store,
                MiningOptions.of(new QuantilePolicy.Fixed(0.7)).withSizes(60, 12),
                folder.resolve("plan.parquet"),
                TableFormat.PARQUET,
                MiningRequest.Execution.automatic(),
                false));
  }

  private List<Row> read(List<Sample> samples) {
    List<Row> read = new ArrayList<>();
    try (TableReader table = TableReader.open(folder.resolve("audit/pairs.parquet"))) {
      int kind = table.column(ColumnType.UTF8, "kind");
      int direction = table.column(ColumnType.UTF8, "direction");
      int quantile = table.column(ColumnType.FLOAT32, "quantile");
      int text = table.column(ColumnType.UTF8, "text_key");
      int weight = table.column(ColumnType.FLOAT64, "weight");
      int truth = table.column(ColumnType.BOOL, "truth");
      int score = table.column(ColumnType.FLOAT32, "match_probability_colours");
      while (table.next()) {
        Sample said = samples.get(Integer.parseInt(table.getString(text).substring(1)));
        read.add(
            new Row(
                table.getString(kind),
                table.getString(direction),
                table.isNull(quantile) ? null : Math.round(10 * table.getFloat(quantile)) / 10.0,
                said.captions().get(0).split(" ").length,
                table.getDouble(weight),
                table.isNull(truth) ? null : table.getBoolean(truth),
                table.getFloat(score)));
      }
    }
    return read;
  }

  private void assertRate(Rate rate, Predicate<Row> asked, Predicate<Row> positive) {
    List<Row> judged = rows.stream().filter(asked).toList();
    double population = judged.stream().mapToDouble(Row::weight).sum();
    double share = judged.stream().filter(positive).mapToDouble(Row::weight).sum() / population;
    assertThat(rate.judged()).isEqualTo(judged.size());
    assertThat(rate.positives()).isEqualTo(judged.stream().filter(positive).count());
    assertThat(rate.share()).isCloseTo(share, within(1e-9));
    assertThat(rate.population()).isCloseTo(population, within(1e-6));
    assertThat(rate.interval().contains(share)).isTrue();
  }

  @Test
  void rates() {
    Set<String> groups = new HashSet<>();
    for (AuditResult.RateRow rate : result.rates()) {
      boolean byTruth = rate.judge().equals(AuditRequest.TRUTH);
      if (!byTruth && !rate.judge().equals("colours")) {
        continue;
      }
      groups.add(rate.group());
      Predicate<Row> asked =
          row ->
              row.kind().equals(rate.kind().label())
                  && (rate.direction() == null || row.direction().equals(rate.direction().label()))
                  && (!byTruth || row.truth() != null)
                  && inGroup(row, rate);
      if ("true_matches".equals(rate.group())) {
        continue; // of how many images a text is true is not in the table
      }
      assertRate(rate.rate(), asked, row -> byTruth ? row.truth() : row.score() > rate.threshold());
    }
    assertThat(groups).contains(null, "quantile", "caption_words", "true_matches");
  }

  private static boolean inGroup(Row row, AuditResult.RateRow rate) {
    if ("quantile".equals(rate.group())) {
      return row.quantile() != null && row.quantile().equals(Double.valueOf(rate.value()));
    }
    if ("caption_words".equals(rate.group())) {
      return rate.value().equals(row.words() < 5 ? "1-4" : "5-8");
    }
    return true;
  }

  @Test
  void filters() {
    assertThat(result.filters()).isNotEmpty();
    for (AuditResult.FilterRow filter : result.filters()) {
      if (filter.judge().equals("colours")) {
        Predicate<Row> known =
            row -> row.kind().equals(filter.kind().label()) && row.truth() != null;
        if (filter.stillFalse() != null) {
          assertRate(
              filter.stillFalse(),
              known.and(row -> !(row.score() > filter.threshold())),
              Row::truth);
        }
        if (filter.goodLost() != null) {
          assertRate(
              filter.goodLost(),
              known.and(row -> !row.truth()),
              row -> row.score() > filter.threshold());
        }
      }
    }
  }

  @Test
  void precisionAndRecall() {
    for (AuditResult.Detector detector : result.detectors()) {
      if (detector.judge().equals("colours")) {
        Predicate<Row> known =
            row ->
                row.truth() != null
                    && row.kind().equals(detector.kind().label())
                    && (detector.direction() == null
                        || row.direction().equals(detector.direction().label()));
        assertThat(detector.pairs()).isEqualTo(rows.stream().filter(known).count());
        for (AuditResult.AtThreshold at : detector.thresholds()) {
          assertRate(at.precision(), known.and(row -> row.score() > at.threshold()), Row::truth);
          assertRate(at.recall(), known.and(Row::truth), row -> row.score() > at.threshold());
        }
      }
    }
  }
}
