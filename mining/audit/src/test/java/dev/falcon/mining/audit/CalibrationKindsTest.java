// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.Miner;
import dev.falcon.mining.audit.request.AuditCautions;
import dev.falcon.mining.audit.request.AuditFigures;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.AuditResult;
import dev.falcon.mining.audit.request.AuditTarget;
import dev.falcon.mining.audit.request.PairKind;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calibration files of a plan's audit, in which pairs of several kinds stand. */
class CalibrationKindsTest {
  private static final int SAMPLES = 210;

  @TempDir private Path folder;
  private EmbeddingStore store;
  private Path plan;

  @BeforeEach
  void minePlan() {
    store = ColourWorld.store(folder.resolve("store"), SAMPLES);
    plan = folder.resolve("plan.parquet");
    new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
        .mine(
            new MiningRequest(
                store,
                MiningOptions.of(new QuantilePolicy.Fixed(0.5)).withSizes(70, 10),
                plan,
                TableFormat.PARQUET,
                MiningRequest.Execution.automatic(),
                false));
  }

  private AuditResult audit(String name, Optional<Path> calibration) {
    return new Auditor(Sessions.onCpu(), Progress.NONE)
        .audit(
            new AuditRequest(
                AuditRequest.Data.of(ColourWorld.data(SAMPLES), store),
                new AuditTarget.Plan(plan),
                AuditRequest.Evidence.of(List.of(), Optional.empty()).calibratedOn(calibration),
                new AuditOptions(AuditOptions.DEFAULT_THRESHOLDS, 100_000, null, 0.95, 42),
                folder.resolve(name),
                false,
                false))
        .result();
  }

  /** The pairs that the audit of the plan draws, each with its kinds. */
  private Map<List<String>, Set<String>> drawn() {
    audit("first", Optional.empty());
    Map<List<String>, Set<String>> kinds = new LinkedHashMap<>();
    try (TableReader table = TableReader.open(folder.resolve("first/pairs.parquet"))) {
      int image = table.column(ColumnType.UTF8, "image_key");
      int text = table.column(ColumnType.UTF8, "text_key");
      int kind = table.column(ColumnType.UTF8, "kind");
      while (table.next()) {
        kinds
            .computeIfAbsent(
                List.of(table.getString(image), table.getString(text)), pair -> new TreeSet<>())
            .add(table.getString(kind));
      }
    }
    return kinds;
  }

  private Path labels(List<List<String>> pairs) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (List<String> pair : pairs) {
      boolean match = match(pair);
      lines.append(
          "{\"image_key\": \"%s\", \"text_key\": \"%s\", \"match\": %s}%n"
              .formatted(pair.get(0), pair.get(1), match));
    }
    return Files.writeString(folder.resolve("labels.jsonl"), lines);
  }

  /** One colour, but for some pairs, so that the hardest negatives differ, too. */
  private static boolean match(List<String> pair) {
    int image = number(pair.get(0));
    int text = number(pair.get(1));
    return image % 3 == text % 3 && (image + text) % 4 != 0;
  }

  private static int number(String key) {
    return Integer.parseInt(key.substring(1));
  }

  @Test
  void theAuditsOwnPairsCalibrateTheKindsThatTheyWereDrawnAs() throws IOException {
    Map<List<String>, Set<String>> drawn = drawn();

    AuditResult result = audit("second", Optional.of(labels(List.copyOf(drawn.keySet()))));

    assertThat(result.corrections()).isNotEmpty();
    for (AuditResult.CorrectionRow row : result.corrections()) {
      long others =
          drawn.entrySet().stream()
              .filter(pair -> pair.getValue().contains(row.kind().label()))
              .filter(pair -> !match(pair.getKey()))
              .count();
      assertThat(row.calibratedBy()).isEqualTo(row.kind());
      assertThat(row.specificity().judged()).isEqualTo(others);
    }
    assertThat(result.corrections())
        .extracting(AuditResult.CorrectionRow::kind)
        .contains(PairKind.HARDEST, PairKind.CHAIN, PairKind.OFF_DIAGONAL);
    assertThat(AuditCautions.of(result))
        .anyMatch(line -> line.contains("are of the kind that they were drawn as"));
  }

  @Test
  void pairsOfNoKnownKindCorrectNoRate() throws IOException {
    Set<List<String>> drawn = drawn().keySet();
    List<List<String>> others = new ArrayList<>();
    for (int image = 0; image < 40; image++) {
      for (int text = 0; text < 40; text++) {
        List<String> pair = List.of(ColourWorld.key(image), ColourWorld.key(text));
        if (image != text && !drawn.contains(pair)) {
          others.add(pair);
        }
      }
    }

    AuditResult result = audit("second", Optional.of(labels(others)));

    assertThat(result.sharedWithCalibration()).isZero();
    assertThat(result.findings()).isEmpty();
    assertThat(result.corrections())
        .isNotEmpty()
        .allMatch(row -> row.corrected().interval() == null);
    assertThat(AuditFigures.sentence(result)).doesNotContain("nothing calibrates");
    assertThat(AuditCautions.of(result))
        .anyMatch(line -> line.contains("does not say of which kind its pairs are"));
  }
}
