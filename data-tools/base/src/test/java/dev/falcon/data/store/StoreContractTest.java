// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.data.npy.Float16;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What stores of both layouts and both precisions do alike. */
class StoreContractTest {
  private static final int ROWS = 257;
  private static final int DIMENSION = 13;
  private static final StoreFixture DATA = StoreFixture.random(ROWS, DIMENSION);

  @TempDir private Path folder;

  static Stream<Arguments> kinds() {
    List<Arguments> kinds = new ArrayList<>();
    for (StoreLayout layout : StoreLayout.written()) {
      for (VectorType type : VectorType.values()) {
        kinds.add(Arguments.of(layout, type));
      }
    }
    return kinds.stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void rowsComeBackNormalised(StoreLayout layout, VectorType type) {
    EmbeddingStore store = write(layout, type);

    assertThat(store.rows()).isEqualTo(ROWS);
    assertThat(store.dimension()).isEqualTo(DIMENSION);
    assertThat(store.layout()).isEqualTo(layout);
    assertThat(store.vectorType()).isEqualTo(type);
    float[] image = new float[ROWS * DIMENSION];
    float[] text = new float[ROWS * DIMENSION];
    store.readRange(0, ROWS, image, text);
    assertThat(image).isEqualTo(expected(DATA.image(), type));
    assertThat(text).isEqualTo(expected(DATA.text(), type));
    for (int row = 0; row < ROWS; row++) {
      assertThat(Vectors.squaredNorm(image, row * DIMENSION, DIMENSION)).isEqualTo(1, within(1e-3));
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void namesComeBackAsTheyWereGiven(StoreLayout layout, VectorType type) {
    EmbeddingStore store = write(layout, type);

    assertThat(store.hasImageIds()).isTrue();
    assertThat(store.hasCaptions()).isTrue();
    for (int row = ROWS - 1; row >= 0; row--) {
      assertThat(store.key(row)).isEqualTo(DATA.key(row));
      assertThat(store.imageId(row)).isEqualTo(DATA.imageId(row));
      assertThat(store.caption(row)).isEqualTo(DATA.caption(row));
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aShuffledReadIsTheShuffleOfASequentialRead(StoreLayout layout, VectorType type) {
    EmbeddingStore store = write(layout, type);
    float[] image = new float[ROWS * DIMENSION];
    float[] text = new float[ROWS * DIMENSION];
    store.readRange(0, ROWS, image, text);
    int[] rows = IntStream.range(0, ROWS).toArray();
    RandomStream.of(3, "shuffle").shuffle(rows);
    int from = 5;
    int to = 205;

    float[] shuffledImage = new float[(to - from) * DIMENSION];
    float[] shuffledText = new float[(to - from) * DIMENSION];
    store.readRows(rows, from, to, shuffledImage, shuffledText);
    float[] again = new float[shuffledText.length];
    long[] longRows = Arrays.stream(rows).asLongStream().toArray();
    store.readRows(longRows, from, to, shuffledImage.clone(), again);

    assertThat(again).isEqualTo(shuffledText);
    long[] order =
        IntStream.range(from, to)
            .mapToLong(i -> (long) rows[i] << 24 | i - from)
            .sorted()
            .toArray();
    float[] byPosition = new float[shuffledText.length];
    store.gatherByPosition(order, new float[shuffledText.length], byPosition);
    assertThat(byPosition).as("past the map").isEqualTo(shuffledText);
    for (int i = from; i < to; i++) {
      int offset = rows[i] * DIMENSION;
      int at = (i - from) * DIMENSION;
      assertThat(Arrays.copyOfRange(shuffledImage, at, at + DIMENSION))
          .isEqualTo(Arrays.copyOfRange(image, offset, offset + DIMENSION));
      assertThat(Arrays.copyOfRange(shuffledText, at, at + DIMENSION))
          .isEqualTo(Arrays.copyOfRange(text, offset, offset + DIMENSION));
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRunThatWasStoppedGoesOnToTheSameBytes(StoreLayout layout, VectorType type)
      throws IOException {
    StoreOptions options = StoreFixture.options(layout, type, DIMENSION, 100);
    Path whole = DATA.write(folder.resolve("whole"), options);
    Path stopped = folder.resolve("stopped");
    try (StoreWriter writer = StoreWriter.open(stopped, options, false)) {
      DATA.append(writer, 0, 150);
    }
    assertThatThrownBy(() -> EmbeddingStore.open(stopped))
        .isInstanceOf(FalconException.class)
        .hasMessageContainingAll(stopped.toString(), "unfinished");

    try (StoreWriter writer = StoreWriter.open(stopped, options, false)) {
      assertThat(writer.rows()).isEqualTo(100);
      assertThat(writer.shards()).isEqualTo(1);
      DATA.append(writer, 100, ROWS);
      writer.finish();
    }

    assertThat(content(stopped)).isEqualTo(content(whole));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aStoreIsReplacedOnlyWhenAsked(StoreLayout layout, VectorType type) throws IOException {
    StoreOptions options = StoreFixture.options(layout, type, DIMENSION, 100);
    Path first = DATA.write(folder.resolve("store"), options);
    SortedMap<String, List<Byte>> before = content(first);

    assertThatThrownBy(() -> StoreWriter.open(first, options, false))
        .isInstanceOf(FalconException.class)
        .hasMessageContainingAll(first.toString(), "overwrite");
    assertThat(content(first)).isEqualTo(before);
    try (StoreWriter writer = StoreWriter.open(first, options, true)) {
      DATA.append(writer, 0, 7);
      writer.finish();
    }
    assertThat(EmbeddingStore.open(first).rows()).isEqualTo(7);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void anotherRequestDoesNotResumeAnUnfinishedStore(StoreLayout layout, VectorType type) {
    StoreOptions options = StoreFixture.options(layout, type, DIMENSION, 100);
    try (StoreWriter writer = StoreWriter.open(folder, options, false)) {
      DATA.append(writer, 0, 150);
    }

    StoreOptions other = StoreFixture.options(layout, type, DIMENSION, 99);
    assertThatThrownBy(() -> StoreWriter.open(folder, other, false))
        .isInstanceOf(FalconException.class)
        .hasMessageContainingAll(folder.toString(), "another request");
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aStoreNeverGoesAmongOtherFiles(StoreLayout layout, VectorType type) throws IOException {
    StoreOptions options = StoreFixture.options(layout, type, DIMENSION, 100);
    Path other = Files.writeString(folder.resolve("thesis.txt"), "years of work");

    for (boolean overwrite : new boolean[] {false, true}) {
      assertThatThrownBy(() -> StoreWriter.open(folder, options, overwrite))
          .isInstanceOf(RequestException.class)
          .hasMessageContainingAll(folder.toString(), "thesis.txt", "name a new folder");
    }
    assertThat(content(folder)).hasSize(1);
    assertThat(other).hasContent("years of work");
    assertThatThrownBy(() -> StoreWriter.open(other, options, true))
        .isInstanceOf(FalconException.class)
        .hasMessageContainingAll("thesis.txt", "is a file");
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aStoreThatFalconWroteHasNothingToReject(StoreLayout layout, VectorType type) {
    StoreReport report = StoreCheck.run(write(layout, type), Progress.NONE);

    assertThat(report).isEqualTo(new StoreReport(ROWS, 0, List.of(), List.of()));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theManifestDescribesTheStore(StoreLayout layout, VectorType type) {
    StoreManifest manifest = write(layout, type).manifest().orElseThrow();

    assertThat(manifest.rows()).isEqualTo(ROWS);
    assertThat(manifest.shards())
        .extracting(StoreManifest.ShardEntry::rows)
        .containsExactly(100L, 100L, 57L);
    assertThat(manifest.normalised()).isTrue();
    assertThat(manifest.provenance().command()).isEqualTo("test");
  }

  private EmbeddingStore write(StoreLayout layout, VectorType type) {
    StoreOptions options = StoreFixture.options(layout, type, DIMENSION, 100);
    return EmbeddingStore.open(DATA.write(folder.resolve("store"), options));
  }

  private static float[] expected(float[] vectors, VectorType type) {
    float[] expected = vectors.clone();
    for (int offset = 0; offset < expected.length; offset += DIMENSION) {
      Vectors.normalise(expected, offset, DIMENSION);
    }
    if (type == VectorType.FLOAT16) {
      for (int i = 0; i < expected.length; i++) {
        expected[i] = Float16.toFloat(Float16.ofFloat(expected[i]));
      }
    }
    return expected;
  }

  private static SortedMap<String, List<Byte>> content(Path folder) throws IOException {
    SortedMap<String, List<Byte>> content = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        List<Byte> bytes = new ArrayList<>();
        for (byte b : Files.readAllBytes(file)) {
          bytes.add(b);
        }
        content.put(folder.relativize(file).toString(), bytes);
      }
    }
    return content;
  }
}
