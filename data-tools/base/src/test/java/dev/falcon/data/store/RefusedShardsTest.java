// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Shards that other tools could have written, and shards that change under their store. */
class RefusedShardsTest {
  private static final int ROWS = 5;

  @TempDir private Path folder;
  private Path store;

  @BeforeEach
  void twoShards() {
    store = folder.resolve("store");
    StoreFixture.random(ROWS, 4)
        .write(
            store,
            StoreFixture.options(StoreLayout.CLIP_RETRIEVAL, VectorType.FLOAT32, 4, ROWS - 1));
  }

  static Stream<Arguments> columns() {
    return Stream.of(
        arguments(
            new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE),
            0,
            ": its image vectors have 0 components and its text vectors 0; both must have the same"
                + " number, 1 to 16777216"),
        arguments(
            new ArrowType.Int(32, true),
            4,
            ": column 'image_embedding' holds lists of whole numbers; it must hold vectors, which"
                + " are lists of floating-point numbers, or float32 as bytes"));
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("columns")
  void columnsThatAreNoVectorsAreRefused(ArrowType component, int length, String message)
      throws IOException {
    Path shard =
        arrow(
            vectors("image_embedding", component, length),
            vectors("text_embedding", component, length));

    refused(() -> StoreShard.open(StoreLayout.ARROW, List.of(shard), 0, 1), shard + message);
  }

  @Test
  void columnsAreThereAndOfTheirType() throws IOException {
    ArrowType component = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
    Field image = vectors("image_embedding", component, 4);
    Path lacking = arrow(image);
    refused(
        () -> StoreShard.open(StoreLayout.ARROW, List.of(lacking), 0, 1),
        lacking
            + ": has no column 'text_embedding', so it is no file of an embedding store; its columns"
            + " are image_embedding");

    Field key = new Field("key", FieldType.notNullable(component), List.of());
    Path numbered = arrow(image, vectors("text_embedding", component, 4), key);
    refused(
        () -> StoreShard.open(StoreLayout.ARROW, List.of(numbered), 0, 1),
        numbered
            + ": column 'key' holds floating-point numbers; it must hold texts or whole numbers");
  }

  private static Field vectors(String name, ArrowType component, int length) {
    Field item = new Field("item", FieldType.notNullable(component), List.of());
    return new Field(
        name, FieldType.notNullable(new ArrowType.FixedSizeList(length)), List.of(item));
  }

  /** A shard of such columns, without rows. */
  private Path arrow(Field... columns) throws IOException {
    Path shard = folder.resolve(String.format(Locale.ROOT, "part-%05d.arrow", columns.length));
    Schema schema = new Schema(List.of(columns));
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = VectorSchemaRoot.create(schema, allocator);
        FileChannel channel =
            FileChannel.open(shard, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        ArrowFileWriter writer = new ArrowFileWriter(batch, null, channel)) {
      writer.start();
      writer.end();
    }
    return shard;
  }

  @Test
  void rowsOutsideTheStoreAndTooManyAtOnceAreRefused() {
    EmbeddingStore opened = EmbeddingStore.open(store);
    float[] none = {};
    int many = 1 << 24;

    assertThatThrownBy(() -> opened.key(ROWS)).hasMessage("row 5 of a store of 5");
    assertThatThrownBy(() -> opened.readRows(new long[] {}, 0, many, none, none))
        .hasMessage("at most 2^24 rows are read at once; count=" + many);
    assertThatThrownBy(() -> opened.readRows(new int[] {}, 0, many, none, none))
        .hasMessage("at most 2^24 rows are read at once; count=" + many);
  }

  @Test
  void anArrayOfVectorsWithoutComponentsIsRefused() throws IOException {
    Path image = store.resolve("img_emb/img_emb_0000.npy");
    String whole = Files.readString(image, StandardCharsets.ISO_8859_1);
    Files.writeString(image, whole.replace("(4, 4)", "(4, 0)"), StandardCharsets.ISO_8859_1);

    refused(
        () -> EmbeddingStore.open(store),
        image + ": vectors have 0 components; 1 to 16777216 can be");
  }

  @Test
  void twoFilesOfOneNumberAreRefused() throws IOException {
    Path image = store.resolve("img_emb/img_emb_0000.npy");
    Path other = Files.copy(image, store.resolve("img_emb/other_0.npy"));

    refused(() -> EmbeddingStore.open(store), other + " and " + image + " have the same number");
  }

  @Test
  void aShardThatIsGoneIsMissed() throws IOException {
    for (String file : List.of("img_emb", "text_emb", "metadata")) {
      String extension = file.equals("metadata") ? ".parquet" : ".npy";
      Files.delete(store.resolve(file).resolve(file + "_0001" + extension));
    }

    refused(
        () -> EmbeddingStore.open(store),
        store.resolve("store.json") + " says 2 shards but there are 1");
  }

  @Test
  void aShardThatIsCutUnderItsStoreIsNamed() throws IOException {
    EmbeddingStore opened = EmbeddingStore.open(store);
    Path image = store.resolve("img_emb/img_emb_0000.npy");
    try (FileChannel channel = FileChannel.open(image, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() - 1);
    }

    float[] vectors = new float[8];
    opened.gatherByPosition(new long[] {2L << 24}, vectors, vectors);
    refused(
        () -> opened.gatherByPosition(new long[] {2L << 24, 3L << 24 | 1}, vectors, vectors),
        image + ": cannot be read: it ends before its row 3");
  }

  private static void refused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(FalconException.class).hasMessage(message);
  }
}
