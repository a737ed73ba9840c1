// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.sample.MemorySource;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.AuditResult;
import dev.falcon.mining.audit.request.AuditTarget;
import dev.falcon.mining.audit.request.JudgeKind;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.folder.ModelOptions;
import dev.falcon.onnx.folder.Precision;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.text.TextCleaning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OneFileJudgeTest {
  /** Samples show red, green, blue in turn; the last caption names its colour too late. */
  private static final List<String> CAPTIONS =
      List.of("Red!", "green", "BLUE", "a: Red~", "so (Green)", "it is all very Blue");

  private static final double SURE = 1 / (1 + Math.exp(-4));

  @TempDir private Path folder;
  private SampleSource data;

  @BeforeEach
  void writePairs() throws IOException {
    List<Sample> samples = new ArrayList<>();
    StringBuilder pairs = new StringBuilder();
    for (int image = 0; image < CAPTIONS.size(); image++) {
      samples.add(Sample.of("s" + image, ColourWorld.png(image % 3), List.of(CAPTIONS.get(image))));
      for (int text = 0; text < CAPTIONS.size(); text++) {
        pairs.append(
            String.format(
                Locale.ROOT, "{\"image_key\": \"s%d\", \"text_key\": \"s%d\"}%n", image, text));
      }
    }
    data = new MemorySource("colours", samples);
    Files.writeString(folder.resolve("pairs.jsonl"), pairs);
  }

  private AuditResult audit(ModelFolder judge) {
    AuditRequest request =
        new AuditRequest(
            AuditRequest.Data.of(data),
            new AuditTarget.Pairs(folder.resolve("pairs.jsonl")),
            AuditRequest.Evidence.of(
                List.of(new AuditRequest.Judge("blip", judge)), Optional.empty()),
            AuditOptions.defaults(),
            folder.resolve("audit"),
            false,
            true);
    return new Auditor(Sessions.onCpu(), Progress.NONE).audit(request).result();
  }

  private Map<String, Float> scores() {
    Map<String, Float> scores = new HashMap<>();
    try (TableReader table = TableReader.open(folder.resolve("audit/pairs.parquet"))) {
      int image = table.column(ColumnType.UTF8, "image_key");
      int text = table.column(ColumnType.UTF8, "text_key");
      int score = table.column(ColumnType.FLOAT32, "match_probability_blip");
      while (table.next()) {
        scores.put(table.getString(image) + table.getString(text), table.getFloat(score));
      }
    }
    return scores;
  }

  @Test
  void picturesAndCaptionsArePreparedForBlip() {
    AuditResult result = audit(ModelFolder.open(BlipForm.write(folder.resolve("blip"), 0, 8)));

    Map<String, Float> scores = scores();
    assertThat(scores).hasSize(30);
    scores.forEach(
        (pair, score) -> {
          int image = pair.charAt(1) - '0';
          int text = pair.charAt(3) - '0';
          boolean match = image % 3 == text % 3 && text != 5;
          assertThat((double) score).as(pair).isCloseTo(match ? SURE : 1 - SURE, within(1e-5));
        });
    assertThat(result.judges())
        .containsExactly(new AuditResult.JudgeInfo("blip", JudgeKind.MATCH_PROBABILITY));
  }

  @Test
  void anotherCleaningIsTheUsersChoice() {
    Path model = BlipForm.write(folder.resolve("blip"), 0, 8);
    audit(
        ModelFolder.open(model, new ModelOptions(Precision.FP32, Optional.of(TextCleaning.NONE))));

    // With capitals and punctuation left as they are, only one caption is understood.
    assertThat(scores().values().stream().filter(score -> score > 0.5)).hasSize(1);
  }

  @Test
  void oneProbabilityIsAsGoodAsTwoLogits() {
    audit(ModelFolder.open(BlipForm.writeProbability(folder.resolve("blip"))));

    assertThat(scores().values().stream().filter(score -> score > 0.5)).hasSize(5);
  }

  @Test
  void threeLogitsAreRefusedBeforeAnyWork() {
    ModelFolder judge = ModelFolder.open(BlipForm.write(folder.resolve("blip"), 0, 0, 8));

    assertThatThrownBy(() -> audit(judge))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("itm_model.onnx: output logits has the shape [1, 3] for 1 pairs")
        .hasMessageContaining("expected logits [pairs, 2] or probabilities [pairs, 1]");
    assertThat(folder.resolve("audit")).doesNotExist();
  }

  @Test
  void refusesScoresThatAreNotFinite() {
    ModelFolder judge =
        ModelFolder.open(
            BlipForm.write(folder.resolve("blip"), Float.MAX_VALUE, Float.POSITIVE_INFINITY));

    assertThatThrownBy(() -> audit(judge))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("itm_model.onnx: gives logits ")
        .hasMessageContaining("which are not finite")
        .hasMessageMatching("\\V+");
    assertThat(folder.resolve("audit/audit.json")).doesNotExist();
  }
}
