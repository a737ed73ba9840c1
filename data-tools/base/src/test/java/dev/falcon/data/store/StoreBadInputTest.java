// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.npy.NpyType;
import dev.falcon.data.npy.NpyWriter;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores that are not as they should be. */
class StoreBadInputTest {
  private static final float[][] UNIT = {{1, 0}, {0, 1}, {0.6f, 0.8f}};

  @TempDir private Path folder;
  private Path image;
  private Path text;
  private Path metadata;

  @BeforeEach
  void aGoodStore() throws IOException {
    image = folder.resolve("img_emb/img_emb_0.npy");
    text = folder.resolve("text_emb/text_emb_0.npy");
    metadata = folder.resolve("metadata/metadata_0.parquet");
    for (Path file : List.of(image, text, metadata)) {
      Files.createDirectories(file.getParent());
    }
    npy(image, NpyType.FLOAT32, UNIT);
    npy(text, NpyType.FLOAT32, UNIT);
    parquet(metadata, "image_path", "a", "b", "c");
    assertThat(EmbeddingStore.open(folder).rows()).isEqualTo(3);
  }

  @Test
  void aFolderThatIsNoStoreIsNamed() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));

    assertRefused(other, "other", "not an embedding store: no store.json and no img_emb");
  }

  @Test
  void reportsDifferentNumbersOfRowsWithBothFiles() throws IOException {
    npy(text, NpyType.FLOAT32, new float[][] {{1, 0}, {0, 1}});
    assertRefused(folder, image.toString(), "[3, 2]", text.toString(), "[2, 2]");

    npy(text, NpyType.FLOAT32, UNIT);
    parquet(metadata, "image_path", "a", "b");
    assertRefused(folder, metadata.toString(), "2 rows", image.toString(), "has 3");
  }

  @Test
  void reportsDifferentDimensionsWithBothFiles() throws IOException {
    float[][] wide = {{1, 0, 0}};
    npy(folder.resolve("img_emb/img_emb_1.npy"), NpyType.FLOAT32, wide);
    npy(folder.resolve("text_emb/text_emb_1.npy"), NpyType.FLOAT32, wide);
    parquet(folder.resolve("metadata/metadata_1.parquet"), "image_path", "d");

    assertRefused(folder, image.toString(), "dimension 2", "img_emb_1.npy", "dimension 3");
  }

  @Test
  void aMissingPartnerOfAFileIsNamed() throws IOException {
    npy(folder.resolve("img_emb/img_emb_1.npy"), NpyType.FLOAT32, UNIT);

    assertRefused(folder, "text_emb", "number 1", "img_emb_1.npy");
  }

  @ParameterizedTest
  @ValueSource(strings = {"image", "text", "metadata"})
  void aTruncatedFileIsNamed(String which) throws IOException {
    Path file = Map.of("image", image, "text", text, "metadata", metadata).get(which);
    byte[] whole = Files.readAllBytes(file);
    for (int length : new int[] {0, 7, whole.length / 2, whole.length - 1}) {
      Files.write(file, Arrays.copyOf(whole, length));

      assertRefused(folder, file.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fortran", "pickled", "big_endian"})
  void anArrayThatCannotBeReadIsNamed(String fixture) throws IOException {
    try (var in = getClass().getResourceAsStream("/npy/" + fixture + ".npy")) {
      Files.write(image, in.readAllBytes());
    }

    assertRefused(folder, image.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"vector", "int32"})
  void anArrayThatHoldsNoVectorsIsNamed(String fixture) throws IOException {
    try (var in = getClass().getResourceAsStream("/npy/" + fixture + ".npy")) {
      Files.write(image, in.readAllBytes());
    }

    assertRefused(folder, image.toString(), "expected");
  }

  @ParameterizedTest
  @EnumSource(VectorType.class)
  void aTruncatedArrowShardIsNamed(VectorType type) throws IOException {
    Path store = folder.resolve("arrow");
    StoreFixture.random(50, 8).write(store, StoreFixture.options(StoreLayout.ARROW, type, 8, 100));
    Path shard = store.resolve("part-00000.arrow");
    byte[] whole = Files.readAllBytes(shard);
    for (int length : new int[] {0, 7, 500, whole.length / 2, whole.length - 1}) {
      Files.write(shard, Arrays.copyOf(whole, length));

      assertRefused(store, shard.toString());
    }
    Files.delete(shard);
    assertRefused(store, shard.toString());
  }

  @Test
  void aManifestOfALaterVersionIsRefused() throws IOException {
    Path store = folder.resolve("arrow");
    StoreFixture.random(5, 8)
        .write(store, StoreFixture.options(StoreLayout.ARROW, VectorType.FLOAT32, 8, 100));
    Path manifest = store.resolve(StoreManifest.FILE_NAME);
    String json = Files.readString(manifest);

    Files.writeString(manifest, json.replace("\"version\" : 1", "\"version\" : 4"));
    assertRefused(store, manifest.toString(), "version 4");
    Files.writeString(manifest, json.replace("\"rows\" : 5", "\"rows\" : 6"));
    assertRefused(store, manifest.toString(), "5 rows", "says 6");
  }

  @Test
  void rowsThatCannotBeUsedAreListedWithTheReason() throws IOException {
    float[][] vectors = {
      {1, 0}, {0, 0}, {Float.NaN, 1}, {3, 4}, {Float.POSITIVE_INFINITY, 1}, {1, 0}
    };
    npy(image, NpyType.FLOAT32, vectors);
    npy(text, NpyType.FLOAT32, new float[][] {{1, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 0}, {0, -0f}});
    parquet(metadata, "key", "a", "b", "c", "d", "a", "e");

    StoreReport report = StoreCheck.run(EmbeddingStore.open(folder), Progress.NONE);

    assertThat(report.rows()).isEqualTo(6);
    assertThat(report.rescaledRows()).isEqualTo(1);
    assertThat(report.rejectedRows()).containsExactly(1L, 2L, 4L, 5L);
    assertThat(report.rejects())
        .extracting(Reject::key, Reject::reason)
        .map(Object::toString)
        .containsExactly(
            "(\"b\", \"its image vector is zero\")",
            "(\"c\", \"its image vector holds NaN or an infinity\")",
            "(\"a\", \"its image vector holds NaN or an infinity; its key is that of row 0 too\")",
            "(\"e\", \"its text vector is zero\")");
    assertThat(report.rejects().get(0).source()).isEqualTo(metadata + ", row 1");
  }

  @Test
  void vectorsOfAnyLengthAreNormalisedOnRead() throws IOException {
    npy(image, NpyType.FLOAT32, new float[][] {{3, 4}, {1e-30f, 0}, {0, -2e30f}});

    float[] images = new float[6];
    EmbeddingStore.open(folder).readRange(0, 3, images, new float[6]);

    assertThat(images).containsExactly(0.6f, 0.8f, 1, 0, 0, -1);
  }

  @Test
  void keysAreTheKeyColumnElseTheImagePathElseTheRowNumber() throws IOException {
    assertThat(keys()).containsExactly("a", "b", "c");

    parquet(metadata, "key", "k0", null, "k2");
    assertThat(keys()).containsExactly("k0", "1", "k2");

    parquet(metadata, "caption", "x", "y", "z");
    assertThat(keys()).containsExactly("0", "1", "2");

    Files.delete(metadata);
    Files.delete(metadata.getParent());
    assertThat(keys()).containsExactly("0", "1", "2");
    assertThat(EmbeddingStore.open(folder).hasCaptions()).isFalse();
  }

  @Test
  void filesAreTakenInTheOrderOfTheirNumbers() throws IOException {
    for (int number : new int[] {2, 10}) {
      npy(folder.resolve("img_emb/img_emb_" + number + ".npy"), NpyType.FLOAT32, UNIT);
      npy(folder.resolve("text_emb/text_emb_" + number + ".npy"), NpyType.FLOAT32, UNIT);
      parquet(
          folder.resolve("metadata/metadata_" + number + ".parquet"),
          "image_path",
          number + "a",
          number + "b",
          number + "c");
    }

    EmbeddingStore store = EmbeddingStore.open(folder);

    assertThat(store.key(3)).isEqualTo("2a");
    assertThat(store.key(8)).isEqualTo("10c");
  }

  private List<String> keys() {
    EmbeddingStore store = EmbeddingStore.open(folder);
    return List.of(store.key(0), store.key(1), store.key(2));
  }

  private static void assertRefused(Path store, String... parts) {
    assertThatThrownBy(() -> EmbeddingStore.open(store))
        .isInstanceOf(FalconException.class)
        .hasMessageContainingAll(parts);
  }

  private static void npy(Path file, NpyType type, float[][] rows) throws IOException {
    try (NpyWriter writer = new NpyWriter(file, type, rows[0].length)) {
      for (float[] row : rows) {
        writer.append(row, 0);
      }
    }
  }

  private static void parquet(Path file, String column, String... values) {
    TableSchema schema = TableSchema.of(TableSchema.nullable(column, ColumnType.UTF8));
    try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, schema, Map.of())) {
      for (String value : values) {
        table.setString(0, value).endRow();
      }
      table.commit();
    }
  }
}
