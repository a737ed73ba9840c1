// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.mining.audit.request.AuditCautions;
import dev.falcon.mining.audit.request.AuditFigures;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.AuditResult;
import dev.falcon.mining.audit.request.AuditTarget;
import dev.falcon.mining.audit.request.Finding;
import dev.falcon.mining.audit.request.PairKind;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cosines in the range of CLIP's, where no default threshold lies, as rates by a labelled file. */
class CosineCalibrationTest {
  private static final int SAMPLES = 60;
  private static final String ANY_KIND = "";

  @TempDir private Path folder;

  /** Cosines of image and text are 0.30 where the colours agree, else 0.15. */
  private EmbeddingStore store() {
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            6,
            400,
            true,
            true,
            Provenance.of("test", 0, Map.of(), List.of()));
    Path place = folder.resolve("store");
    try (StoreWriter writer = StoreWriter.open(place, options, false)) {
      for (int i = 0; i < SAMPLES; i++) {
        float[] image = new float[6];
        image[i % 3] = (float) Math.sqrt(0.15);
        image[3] = (float) Math.sqrt(0.15);
        float[] text = image.clone();
        image[4] = (float) Math.sqrt(0.7);
        text[5] = (float) Math.sqrt(0.7);
        writer.append(
            ColourWorld.key(i),
            Optional.empty(),
            Optional.of(ColourWorld.colour(i)),
            image,
            0,
            text,
            0);
      }
      writer.finish();
    }
    return EmbeddingStore.open(place);
  }

  private static String label(int image, int text, boolean match, String kind) {
    return "{\"image_key\": \"%s\", \"text_key\": \"%s\", \"match\": %s%s}%n"
        .formatted(
            ColourWorld.key(image),
            ColourWorld.key(text),
            match,
            kind.isEmpty() ? "" : ", \"kind\": \"" + kind + "\"");
  }

  private AuditResult audit(String labels, List<Double> thresholds) throws IOException {
    Path file = folder.resolve("labels.jsonl");
    Files.writeString(file, labels);
    return new Auditor(Sessions.onCpu(), Progress.NONE)
        .audit(
            new AuditRequest(
                AuditRequest.Data.of(ColourWorld.data(SAMPLES), store()),
                new AuditTarget.Quantiles(List.of(0.0, 1.0), SAMPLES),
                AuditRequest.Evidence.of(List.of(), Optional.empty())
                    .calibratedOn(Optional.of(file)),
                new AuditOptions(thresholds, 1_000, null, 0.95, 42),
                folder.resolve("audit"),
                false,
                false))
        .result();
  }

  /** Labels of twelve samples, true to the colours. */
  private static String honest(String kind) {
    StringBuilder lines = new StringBuilder();
    for (int image = 30; image < 42; image++) {
      for (int text = 30; text < 42; text++) {
        lines.append(label(image, text, image % 3 == text % 3, kind));
      }
    }
    return lines.toString();
  }

  @Test
  void theFileChoosesTheThreshold() throws IOException {
    AuditResult result = audit(honest(ANY_KIND), AuditOptions.DEFAULT_THRESHOLDS);

    assertThat(result.corrections())
        .extracting(AuditResult.CorrectionRow::threshold)
        .containsOnly(0.2);
    Finding hardest = AuditFigures.headline(result).orElseThrow();
    assertThat(hardest.source()).isEqualTo(Finding.Source.CORRECTED);
    assertThat(hardest.quantile()).isEqualTo(1.0);
    assertThat(hardest.share()).isCloseTo(1, within(0.01));
    assertThat(AuditFigures.sentence(result)).contains("by store-cosine, corrected for its errors");
    assertThat(AuditCautions.of(result)).noneMatch(line -> line.contains("near chance"));
  }

  @Test
  void thresholdsThatAreAskedForAreCorrectedBesideIt() throws IOException {
    AuditResult result = audit(honest(ANY_KIND), List.of(0.25));

    assertThat(result.corrections())
        .extracting(AuditResult.CorrectionRow::threshold)
        .containsOnly(0.2, 0.25);
  }

  /** Of hard pairs the cosine is wrong in one of three, of others never. */
  @Test
  void aKindIsCorrectedByItsOwnPairs() throws IOException {
    StringBuilder hard = new StringBuilder();
    for (int image = 0; image < 18; image++) {
      for (int text = 0; text < 18; text++) {
        if (image % 3 == text % 3 && image != text) {
          hard.append(label(image, text, image % 3 < 2, "quantile"));
        }
      }
    }
    AuditResult result = audit(hard + honest("listed"), AuditOptions.DEFAULT_THRESHOLDS);

    AuditResult.CorrectionRow row = result.corrections().get(0);
    assertThat(row.calibratedBy()).isEqualTo(PairKind.QUANTILE);
    // All its pairs have one cosine, so no threshold tells them apart: said, and no number.
    assertThat(row.specificity().judged()).isEqualTo(30);
    assertThat(result.findings()).isEmpty();
    assertThat(AuditFigures.sentence(result))
        .contains("the calibration file does not show how store-cosine errs");
    assertThat(AuditCautions.of(result)).anyMatch(line -> line.contains("near chance"));
  }

  @Test
  void aKindOfFewPairsIsNotCorrectedByOthersAndThatIsReported() throws IOException {
    AuditResult result = audit(honest("listed"), AuditOptions.DEFAULT_THRESHOLDS);

    assertThat(result.corrections().get(0).calibratedBy()).isNull();
    assertThat(result.findings()).isEmpty();
    assertThat(AuditCautions.of(result))
        .contains(
            "the calibration file has fewer than 10 pairs of quantile that do not match, so that no"
                + " rate of these is corrected; errors on other kinds say nothing of them");
  }

  @Test
  void aFileOfMatchesAloneCalibratesNothing() throws IOException {
    AuditResult result =
        audit(
            label(0, 3, true, ANY_KIND) + label(1, 4, true, ANY_KIND),
            AuditOptions.DEFAULT_THRESHOLDS);

    assertThat(AuditFigures.sentence(result)).doesNotContain("nothing calibrates");
    assertThat(AuditCautions.of(result).get(0)).contains("one of the two only");
  }

  @Test
  void aKindThatIsNoneIsRefused() {
    assertThatThrownBy(() -> audit(label(0, 3, true, "hard"), AuditOptions.DEFAULT_THRESHOLDS))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(
            "'hard' is not a kind of negative; expected one of hardest, quantile");
  }
}
