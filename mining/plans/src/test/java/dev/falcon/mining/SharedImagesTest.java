// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningSummary;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts of pairs that share an image or a caption, where a store may know neither. */
class SharedImagesTest {
  private static final int ROWS = 60;

  @TempDir private Path folder;

  private MiningSummary mined(boolean imageIds, boolean captions) {
    SpaceVectors vectors = TestVectors.generate(ROWS, 4, 5, 3);
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            4,
            400,
            imageIds,
            captions,
            Provenance.of("test", 0, Map.of(), List.of()));
    try (StoreWriter writer = StoreWriter.open(folder.resolve("store"), options, false)) {
      for (int row = 0; row < ROWS; row++) {
        writer.append(
            "key-" + row,
            imageIds ? Optional.of("image-" + row / 30) : Optional.empty(),
            captions ? Optional.of("a photo") : Optional.empty(),
            vectors.image(),
            row * 4,
            vectors.text(),
            row * 4);
      }
      writer.finish();
    }
    return new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
        .mine(
            new MiningRequest(
                EmbeddingStore.open(folder.resolve("store")),
                MiningOptions.of(new QuantilePolicy.Fixed(1)).withSizes(30, 10),
                folder.resolve("plan.parquet"),
                TableFormat.PARQUET,
                MiningRequest.Execution.automatic(),
                false))
        .summary();
  }

  @Test
  void areCountedWhereTheyAreKnown() {
    MiningSummary summary = mined(true, true);

    assertThat(summary.sameImage()).isPositive();
    assertThat(summary.sameCaption()).isEqualTo(summary.negative().count());
  }

  @ParameterizedTest
  @CsvSource({"true, false", "false, true", "false, false"})
  void areNullWhereTheyAreNot(boolean imageIds, boolean captions) {
    MiningSummary summary = mined(imageIds, captions);

    assertThat(summary.sameImage() != null).isEqualTo(imageIds);
    assertThat(summary.sameCaption() != null).isEqualTo(captions);
  }
}
