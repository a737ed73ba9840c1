// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.work.Shard;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowSumsTest {
  private static final int ROWS = 40;
  private static final RowContents ALL = new RowContents(true, true, true);

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void writeStore() {
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT16,
            4,
            100,
            true,
            true,
            Provenance.of("test", 0, Map.of(), List.of()));
    try (StoreWriter writer = StoreWriter.open(folder.resolve("store"), options, false)) {
      for (int row = 0; row < ROWS; row++) {
        float[] vector = {1, row, 3, -row};
        writer.append(
            "key-" + row,
            Optional.of("image-" + row),
            Optional.of("caption-" + row),
            vector,
            0,
            vector,
            0);
      }
      writer.finish();
    }
    file = folder.resolve("store/part-00000.arrow");
  }

  private EmbeddingStore opened(RowContents contents) {
    return EmbeddingStore.open(folder.resolve("store"))
        .sharedIn(folder.resolve("left"), new Shard(0, 1), contents, false);
  }

  private void read(RowContents contents) {
    EmbeddingStore store = opened(contents);
    long[] rows = LongStream.range(0, ROWS).map(row -> ROWS - 1 - row).toArray();
    store.readRows(rows, 0, ROWS, new float[ROWS * 4], new float[ROWS * 4]);
    float[] image = new float[4];
    store.gatherByPosition(new long[] {7L << RowGather.INDEX_BITS}, image, new float[4]);
  }

  private void readTexts(RowContents contents) {
    opened(contents).requireUnchanged(LongStream.range(0, ROWS).toArray());
  }

  private void flip(String text) throws IOException {
    String content = Files.readString(file, StandardCharsets.ISO_8859_1);
    flip(content.indexOf(text) + text.length() - 1);
  }

  private void flip(int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    Files.write(file, bytes);
  }

  private void requireSeen(Runnable reading, int row) {
    assertThatThrownBy(reading::run)
        .hasMessage(
            file
                + ": row "
                + row
                + " of the store has changed since the store was checked; restore the file, or mine"
                + " the plan again (overwrite it)");
  }

  @Test
  void everyBitOfAVectorIsSeenAndARowThatIsAsItWasIsRead() throws IOException {
    StoreCheck.run(opened(ALL), Progress.NONE);
    read(ALL);
    VectorsAt vectors = new VectorsAt(file);
    for (int at : new int[] {vectors.first(), vectors.first() + 7 * 8 + 5}) {
      int row = (at - vectors.first()) / 8;
      flip(at);
      requireSeen(() -> read(ALL), row);
      flip(at);
    }
    read(ALL);
  }

  /** Where the text vectors of a store of half precision begin: {@code 1, 0, 3, -0} scaled. */
  private record VectorsAt(Path file) {
    int first() throws IOException {
      byte[] bytes = Files.readAllBytes(file);
      byte[] row = new byte[8];
      EmbeddingStore store = EmbeddingStore.open(file.getParent());
      StoreShard shard = StoreShard.open(store.layout(), List.of(file), 0, 1);
      shard.readBytes(0, 1, new byte[8], row);
      for (int at = bytes.length - 8; at >= 0; at--) {
        if (Arrays.equals(bytes, at, at + 8, row, 0, 8)) {
          return at;
        }
      }
      throw new AssertionError("no vector");
    }
  }

  @Test
  void textsAreSeenWhereTheyAreReadAndOnlyThen() throws IOException {
    RowContents keys = new RowContents(false, false, false);
    RowContents texts = new RowContents(false, true, true);
    StoreCheck.run(opened(ALL), Progress.NONE);
    StoreCheck.run(opened(keys), Progress.NONE);
    StoreCheck.run(opened(texts), Progress.NONE);
    byte[] whole = Files.readAllBytes(file);
    flip("caption-17");
    requireSeen(() -> readTexts(texts), 17);
    requireSeen(() -> read(ALL), 17);
    readTexts(keys);
    Files.write(file, whole);
    flip("image-23");
    requireSeen(() -> readTexts(texts), 23);
    Files.write(file, whole);
    readTexts(texts);
    flip("key-31");
    requireSeen(() -> readTexts(keys), 31);
  }
}
