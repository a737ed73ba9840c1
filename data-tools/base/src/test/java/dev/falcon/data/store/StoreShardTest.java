// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.npy.Float16;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreShardTest {
  private static final int ROWS = 37;
  private static final int DIMENSION = 5;

  @TempDir private Path folder;

  @Test
  void itsBytesAreItsComponentsAsTheyAreKept() {
    for (VectorType type : VectorType.values()) {
      for (StoreLayout layout : StoreLayout.written()) {
        StoreShard shard = shard(layout, type);
        float[] image = new float[ROWS * DIMENSION];
        float[] text = new float[ROWS * DIMENSION];
        shard.readStored(3, ROWS, image, text);
        byte[] imageBytes = new byte[(ROWS - 3) * DIMENSION * type.bytes()];
        byte[] textBytes = imageBytes.clone();
        shard.readBytes(3, ROWS, imageBytes, textBytes);
        for (int i = 0; i < (ROWS - 3) * DIMENSION; i++) {
          assertThat(component(imageBytes, i, type)).isEqualTo(image[i]);
          assertThat(component(textBytes, i, type)).isEqualTo(text[i]);
        }
      }
    }
  }

  private static float component(byte[] bytes, int at, VectorType type) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return type == VectorType.FLOAT32
        ? buffer.getFloat(at * Float.BYTES)
        : Float16.toFloat(buffer.getShort(at * Short.BYTES));
  }

  private StoreShard shard(StoreLayout layout, VectorType type) {
    Path store = folder.resolve(layout + "-" + type);
    StoreOptions options =
        new StoreOptions(
            layout,
            type,
            DIMENSION,
            ROWS,
            false,
            false,
            Provenance.of("t", 0, Map.of(), List.of()));
    RandomStream random = RandomStream.of(1, "shard");
    try (StoreWriter writer = StoreWriter.open(store, options, false)) {
      for (int row = 0; row < ROWS; row++) {
        writer.append(
            "key-" + row, Optional.empty(), Optional.empty(), vector(random), 0, vector(random), 0);
      }
      writer.finish();
    }
    List<Path> files =
        EmbeddingStore.open(store).manifest().orElseThrow().shards().get(0).files().stream()
            .map(file -> store.resolve(file.name()))
            .toList();
    return StoreShard.open(layout, files, 0, 1);
  }

  private static float[] vector(RandomStream random) {
    float[] vector = new float[DIMENSION];
    for (int i = 0; i < DIMENSION; i++) {
      vector[i] = (float) random.nextGaussian();
    }
    return vector;
  }
}
