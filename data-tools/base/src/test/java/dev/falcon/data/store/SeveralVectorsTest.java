// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Stores whose images have three vectors, in both layouts. */
class SeveralVectorsTest {
  private static final int ROWS = 11;
  private static final int VECTORS = 3;
  private static final int DIMENSION = 5;
  private static final int LENGTH = VECTORS * DIMENSION;

  @TempDir private Path folder;
  private final float[] images = unit(ROWS * VECTORS, "images");
  private final float[] texts = unit(ROWS, "texts");

  private static float[] unit(int count, String name) {
    RandomStream random = RandomStream.of(1, name);
    float[] vectors = new float[count * DIMENSION];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = (float) random.nextGaussian();
    }
    for (int i = 0; i < count; i++) {
      Vectors.toUnit(vectors, i * DIMENSION, DIMENSION);
    }
    return vectors;
  }

  private EmbeddingStore write(StoreLayout layout, Integer vectors) {
    StoreOptions options =
        new StoreOptions(layout, VectorType.FLOAT32, DIMENSION, 4, true, true, null, vectors);
    try (StoreWriter writer = StoreWriter.open(folder, options, false)) {
      for (int row = 0; row < ROWS; row++) {
        writer.append(
            "k" + row,
            Optional.empty(),
            Optional.empty(),
            images,
            row * LENGTH,
            texts,
            row * DIMENSION);
      }
      writer.finish();
    }
    return EmbeddingStore.open(folder);
  }

  @ParameterizedTest
  @MethodSource("dev.falcon.data.store.StoreLayout#written")
  void allOfAnImagesVectorsComeBack(StoreLayout layout) {
    EmbeddingStore store = write(layout, VECTORS);
    assertThat(store.perImage()).isEqualTo(VECTORS);
    assertThat(store.dimension()).isEqualTo(DIMENSION);
    assertThat(store.manifest().orElseThrow().version()).isEqualTo(2);
    float[] image = new float[images.length];
    float[] text = new float[texts.length];
    store.readRange(0, ROWS, image, text);
    assertThat(image).isEqualTo(images);
    assertThat(text).isEqualTo(texts);
    int[] rows = {9, 0, 4};
    for (boolean byPosition : new boolean[] {false, true}) {
      float[] some = new float[rows.length * LENGTH];
      float[] theirs = new float[rows.length * DIMENSION];
      if (byPosition) {
        store.gatherByPosition(new long[] {1, 4L << 24 | 2, 9L << 24}, some, theirs);
      } else {
        store.readRows(rows, 0, rows.length, some, theirs);
      }
      for (int i = 0; i < rows.length; i++) {
        assertThat(Arrays.copyOfRange(some, i * LENGTH, (i + 1) * LENGTH))
            .isEqualTo(Arrays.copyOfRange(images, rows[i] * LENGTH, (rows[i] + 1) * LENGTH));
        assertThat(Arrays.copyOfRange(theirs, i * DIMENSION, (i + 1) * DIMENSION))
            .isEqualTo(Arrays.copyOfRange(texts, rows[i] * DIMENSION, (rows[i] + 1) * DIMENSION));
      }
    }
    StoreReport report = StoreCheck.run(store, Progress.NONE);
    assertThat(report.rejects()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("dev.falcon.data.store.StoreLayout#written")
  void anotherNumberOfVectorsIsRefused(StoreLayout layout) throws IOException {
    write(layout, VECTORS);
    Path manifest = folder.resolve(StoreManifest.FILE_NAME);
    String json = Files.readString(manifest);
    Files.writeString(
        manifest, json.replace("\"vectors_per_image\" : 3", "\"vectors_per_image\" : 2"));
    assertThatThrownBy(() -> EmbeddingStore.open(folder))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("an image must have 2 vectors");
    Files.writeString(manifest, json.replaceAll("\n.*\"vectors_per_image\".*", ""));
    assertThatThrownBy(() -> EmbeddingStore.open(folder)).isInstanceOf(FalconException.class);
  }

  /** The third vector of one image has no direction. */
  @ParameterizedTest
  @MethodSource("dev.falcon.data.store.StoreLayout#written")
  void anImageNeedsAllOfItsVectors(StoreLayout layout) {
    Arrays.fill(images, 2 * LENGTH + 2 * DIMENSION, 3 * LENGTH, 0);
    assertThatThrownBy(() -> write(layout, VECTORS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'k2' has no direction");
  }
}
