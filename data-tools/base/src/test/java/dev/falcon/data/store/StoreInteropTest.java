// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.falcon.data.Progress;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Falcon's stores in Arrow's own reader, and a store that another tool wrote. */
class StoreInteropTest {
  private static final Path DATA = Path.of(System.getProperty("falcon.testdata", "absent"));

  @TempDir private Path folder;

  @Test
  void arrowsReaderSeesWhatTheStoreGives() throws IOException {
    // 2 x 4096 x 4 bytes a row: more than one record batch.
    int dimension = 4096;
    int rows = 1100;
    StoreFixture data = StoreFixture.random(rows, dimension);
    StoreOptions options =
        StoreFixture.options(StoreLayout.ARROW, VectorType.FLOAT32, dimension, 5000);
    EmbeddingStore store = EmbeddingStore.open(data.write(folder.resolve("store"), options));

    float[] image = new float[rows * dimension];
    float[] text = new float[rows * dimension];
    store.readRange(0, rows, image, text);
    int row = 0;
    try (BufferAllocator allocator = new RootAllocator();
        FileChannel channel = FileChannel.open(folder.resolve("store/part-00000.arrow"));
        ArrowFileReader reader = new ArrowFileReader(channel, allocator)) {
      VectorSchemaRoot batch = reader.getVectorSchemaRoot();
      assertThat(batch.getSchema().toString())
          .isEqualTo(
              "Schema<key: Utf8 not null, image_id: Utf8, caption: Utf8, image_embedding:"
                  + " FixedSizeList(4096)<item: FloatingPoint(SINGLE) not null> not null,"
                  + " text_embedding: FixedSizeList(4096)<item: FloatingPoint(SINGLE) not null>"
                  + " not null>");
      while (reader.loadNextBatch()) {
        for (int i = 0; i < batch.getRowCount(); i++, row++) {
          assertThat(batch.getVector("key").getObject(i)).hasToString(store.key(row));
          Object caption = batch.getVector("caption").getObject(i);
          assertThat(Optional.ofNullable(caption).map(Object::toString))
              .isEqualTo(store.caption(row));
          if (row % 97 == 0) {
            assertThat(batch.getVector("text_embedding").getObject(i))
                .isEqualTo(boxed(text, row * dimension, dimension));
          }
        }
      }
    }
    assertThat(row).isEqualTo(rows);
  }

  @Test
  void aStoreOfClipRetrievalsLayoutIsRead() {
    assumeTrue(Files.isDirectory(DATA), "no test data at " + DATA);

    EmbeddingStore store = EmbeddingStore.open(DATA.resolve("emoji-embeddings"));

    assertThat(store.rows()).isEqualTo(1609);
    assertThat(store.dimension()).isEqualTo(64);
    assertThat(List.of(store.key(0), store.caption(0).orElseThrow()))
        .containsExactly("e00000", "grinning face");
    assertThat(List.of(store.key(800), store.caption(800).orElseThrow()))
        .containsExactly("e00800", "tumbler glass");
    assertThat(StoreCheck.run(store, Progress.NONE))
        .isEqualTo(new StoreReport(1609, 0, List.of(), List.of()));
  }

  @Test
  void manyThreadsReadTheSame() {
    StoreFixture data = StoreFixture.random(300, 16);
    StoreOptions options =
        StoreFixture.options(StoreLayout.CLIP_RETRIEVAL, VectorType.FLOAT16, 16, 70);
    EmbeddingStore store = EmbeddingStore.open(data.write(folder.resolve("store"), options));

    List<Optional<String>> captions =
        IntStream.range(0, 300).parallel().mapToObj(store::caption).toList();
    List<float[]> vectors =
        IntStream.range(0, 300).parallel().mapToObj(row -> imageVector(store, row)).toList();

    for (int row = 0; row < 300; row++) {
      assertThat(captions.get(row)).isEqualTo(data.caption(row));
      assertThat(vectors.get(row)).isEqualTo(imageVector(store, row));
    }
  }

  private static float[] imageVector(EmbeddingStore store, long row) {
    float[] image = new float[store.dimension()];
    store.readRange(row, row + 1, image, new float[store.dimension()]);
    return image;
  }

  private static List<Float> boxed(float[] values, int offset, int count) {
    return IntStream.range(offset, offset + count).mapToObj(i -> values[i]).toList();
  }
}
