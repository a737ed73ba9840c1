// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.store.StoreReport;
import dev.falcon.data.store.Vectors;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files that other tools wrote, each with the values that must be read or the line that refuses it.
 * A new file is one line of the manifest; the scripts that made the files lie beside it.
 */
class OtherToolsTest {
  private static final Path FOLDER = folder();
  private static final int DIMENSION = 4;

  private record Line(String file, String kind, String expected) {
    @Override
    public String toString() {
      return file + " as " + kind;
    }
  }

  static List<Line> lines() throws IOException {
    return Files.readAllLines(FOLDER.resolve("manifest.tsv")).stream()
        .skip(1)
        .map(line -> line.split("\t"))
        .map(fields -> new Line(fields[0], fields[1], fields[2]))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("lines")
  void theFileIsReadOrRefusedInOneLine(Line line) {
    Path file = FOLDER.resolve(line.file());
    String read;
    try {
      read =
          switch (line.kind()) {
            case "store" -> store(file);
            case "pairs" -> pairs(file);
            default -> samples(file);
          };
    } catch (FalconException e) {
      assertThat(e.getMessage()).startsWith(file.toString());
      read =
          e.getMessage()
              .replaceFirst("^.*?" + line.file() + "[:,] ", "refused: ")
              .replace(FOLDER.toString(), "FOLDER");
    }
    assertThat(read).isEqualTo(line.expected());
  }

  @Test
  void everyFileIsInTheManifest() throws IOException {
    Set<String> named = new TreeSet<>(lines().stream().map(Line::file).toList());
    named.addAll(
        List.of(
            "manifest.tsv",
            "make.py",
            "make_arrow.py",
            "make_batches.py",
            "make_json.py",
            "make_pairs.py",
            "make_tables.py",
            "make.mjs",
            "make_spark.sh"));
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString())).hasSameElementsAs(named);
    }
  }

  /** Returns the keys, after comparing the vectors with those that the scripts wrote. */
  private static String store(Path file) {
    EmbeddingStore store = EmbeddingStore.open(file);
    List<String> keys = new ArrayList<>();
    float[] image = new float[DIMENSION];
    float[] text = new float[DIMENSION];
    StoreReport report = StoreCheck.run(store, Progress.NONE);
    for (int row = 0; row < store.rows(); row++) {
      int rejected = report.rejectedRows().indexOf((long) row);
      if (rejected >= 0) {
        keys.add("(rejected: " + report.rejects().get(rejected).reason() + ")");
        continue;
      }
      keys.add(store.key(row));
      float[] wanted = new float[DIMENSION];
      for (int i = 0; i < DIMENSION; i++) {
        wanted[i] = ((row * DIMENSION + i) % 7 - 3 + (row == i ? 1 : 0)) / 8F;
      }
      Vectors.normalise(wanted, 0, DIMENSION);
      store.readRange(row, row + 1, image, text);
      assertThat(image).containsExactly(wanted, within(1e-6F));
      assertThat(text).containsExactly(wanted, within(1e-6F));
    }
    return String.join(" ", keys);
  }

  private static String pairs(Path file) {
    List<String> pairs = new ArrayList<>();
    PairFile.Kind kind =
        PairFile.read(
            file, (first, second, score, where) -> pairs.add(first + " " + second + " " + score));
    return kind + " " + String.join(", ", pairs);
  }

  private static String samples(Path file) {
    SampleSource source = SampleSources.open(file.toString());
    List<String> samples = new ArrayList<>();
    Set<String> reasons = new TreeSet<>();
    source.forEach(
        sample -> samples.add(sample.key() + " " + sample.metadata()),
        reject -> reasons.add("rejected: " + reject.reason()));
    samples.addAll(reasons);
    return String.join(", ", samples);
  }

  private static Path folder() {
    try {
      return Path.of(OtherToolsTest.class.getResource("/other-tools/manifest.tsv").toURI())
          .getParent();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A component that is null is no number; to leave it out would shift those after it. */
  @ParameterizedTest
  @ValueSource(strings = {"null-components.parquet", "null-components.arrow"})
  void aNullComponentOfAVectorIsNaN(String name) {
    try (TableReader table =
        TableReader.open(FOLDER.resolveSibling("null-components").resolve(name))) {
      int column = table.column(ColumnType.FLOAT32_LIST, "vector");
      List<float[]> vectors = new ArrayList<>();
      while (table.next()) {
        vectors.add(table.isNull(column) ? null : table.getVector(column));
      }
      assertThat(vectors)
          .containsExactly(
              new float[] {1, Float.NaN, 0}, new float[] {0, 1, Float.NaN}, new float[0], null);
    }
  }
}
