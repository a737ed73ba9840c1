// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark;

import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Stores in several shards, with images and captions that occur again, and keys that do. */
final class SparkStores {
  static final int DIMENSION = 16;
  private static final int SHARD = 130;

  private SparkStores() {}

  /** A store of Falcon's own layout. */
  static Path own(Path folder, int rows) {
    return write(folder, rows, StoreLayout.ARROW, VectorType.FLOAT32);
  }

  /** A store as another tool writes it: no manifest, a zero vector, and one that is too long. */
  static Path foreign(Path folder, int rows) throws IOException {
    write(folder, rows, StoreLayout.CLIP_RETRIEVAL, VectorType.FLOAT16);
    Files.delete(folder.resolve("store.json"));
    Path file = folder.resolve("img_emb/img_emb_0001.npy");
    try (FileChannel vectors = FileChannel.open(file, StandardOpenOption.WRITE)) {
      long begin = vectors.size() - (long) SHARD * DIMENSION * 2;
      vectors.write(ByteBuffer.allocate(DIMENSION * 2), begin + 7 * DIMENSION * 2);
      ByteBuffer twos = ByteBuffer.allocate(DIMENSION * 2);
      for (int i = 0; i < DIMENSION; i++) {
        twos.put((byte) 0).put((byte) 0x40); // 2.0
      }
      vectors.write(twos.flip(), begin + 9 * DIMENSION * 2);
    }
    return folder;
  }

  private static Path write(Path folder, int rows, StoreLayout layout, VectorType type) {
    StoreOptions options =
        new StoreOptions(
            layout,
            type,
            DIMENSION,
            SHARD,
            true,
            true,
            Provenance.of("test", 0, Map.of(), List.of()));
    RandomStream random = RandomStream.of(5, "spark-vectors");
    float[] image = new float[DIMENSION];
    float[] text = new float[DIMENSION];
    try (StoreWriter writer = StoreWriter.open(folder, options, false)) {
      for (int row = 0; row < rows; row++) {
        for (int k = 0; k < DIMENSION; k++) {
          image[k] = (row % 8 == k ? 2 : 0) + (float) random.nextGaussian();
          text[k] = (row % 8 == k ? 2 : 0) + (float) random.nextGaussian();
        }
        // Row 400 has the key of row 3.
        writer.append(
            "key-" + (row == 400 ? 3 : row),
            row % 7 == 0 ? Optional.empty() : Optional.of("image-" + row / 3),
            Optional.of(row % 5 == 0 ? "a photo" : "caption é " + row),
            image,
            0,
            text,
            0);
      }
      writer.finish();
    }
    return folder;
  }
}
