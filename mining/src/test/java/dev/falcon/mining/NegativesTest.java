package dev.falcon.mining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.kernels.Kernel;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningResult;
import dev.falcon.mining.request.MiningTarget;
import dev.falcon.mining.request.MiningTarget.Columns;
import dev.falcon.mining.shuffle.SearchSpaces;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NegativesTest {
  private static final int ROWS = 200;
  private static final int COUNT = 3;

  @TempDir private Path folder;
  private SpaceVectors vectors;
  private EmbeddingStore store;

  @BeforeEach
  void writeStore() {
    vectors = TestVectors.generate(ROWS, 16, 10, 8);
    store = TestStores.write(folder.resolve("store"), vectors);
  }

  private MiningResult mine(String policy, Columns columns, String file, long memory) {
    return new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
        .mine(
            new MiningRequest(
                store,
                MiningOptions.of(Policies.parse(policy).quantiles()),
                new MiningTarget.Negatives(COUNT, columns),
                folder.resolve(file),
                TableFormat.PARQUET,
                new MiningRequest.Execution(2, memory),
                false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "0", "0.5"})
  void negativesAreThoseOfTheRanksAroundTheQuantile(String policy) {
    double q = Double.parseDouble(policy);
    int centre = (int) Math.rint(q * (ROWS - 2));
    int last = Math.min(ROWS - 2, Math.max(COUNT - 1, centre + 1));
    Map<Integer, StringBuilder> found = new HashMap<>();
    Path output = mine(policy, Columns.TRIPLET, "triplets.parquet", 1L << 30).output();
    try (TableReader table = TableReader.open(output)) {
      int anchor = table.column(ColumnType.UTF8, "anchor");
      int negative = table.column(ColumnType.UTF8, "negative");
      int positive = table.column(ColumnType.UTF8, "positive");
      int caption = table.column(ColumnType.UTF8, "negative_caption");
      while (table.next()) {
        assertThat(table.getString(positive)).isEqualTo(table.getString(anchor));
        assertThat(table.getString(caption)).isNotEmpty();
        found
            .computeIfAbsent(row(table.getString(anchor)), row -> new StringBuilder())
            .append(row(table.getString(negative)))
            .append(' ');
      }
    }
    assertThat(found).hasSize(ROWS);
    for (int i = 0; i < ROWS; i++) {
      List<Integer> ascending = ascending(i);
      StringBuilder expected = new StringBuilder();
      for (int x = 0; x < COUNT; x++) {
        expected.append(ascending.get(last - x)).append(' ');
      }
      assertThat(found.get(i)).hasToString(expected.toString());
    }
  }

  private static int row(String key) {
    return Integer.parseInt(key.substring("key-".length()));
  }

  /** Ascending in S; ties by the place in the search space, which is a shuffle of the rows. */
  private List<Integer> ascending(int i) {
    long[] shuffled =
        SearchSpaces.of(ROWS, MiningOptions.DEFAULT_SEARCH_SPACE, MiningOptions.DEFAULT_SEED, 0)
            .rows(0);
    return Arrays.stream(shuffled)
        .mapToInt(Math::toIntExact)
        .filter(j -> j != i)
        .boxed()
        .sorted(
            Comparator.comparingDouble(
                j -> Kernel.entry(vectors.image(), vectors.text(), 16, i, j)))
        .toList();
  }

  @Test
  void tuplesAndPairsHoldWhatTripletsHold() {
    Path tuples = mine("0.9", Columns.N_TUPLE, "tuples.parquet", 1L << 30).output();
    try (TableReader table = TableReader.open(tuples)) {
      assertThat(table.rows()).isEqualTo(ROWS);
      assertThat(table.columns()).contains("anchor", "positive", "negative_1", "negative_3");
    }
    Path pairs = mine("0.9", Columns.LABELED_PAIR, "pairs.parquet", 1L << 30).output();
    int positives = 0;
    try (TableReader table = TableReader.open(pairs)) {
      assertThat(table.rows()).isEqualTo((long) ROWS * (COUNT + 1));
      int label = table.column(ColumnType.INT32, "label");
      while (table.next()) {
        positives += table.getInt(label);
      }
    }
    assertThat(positives).isEqualTo(ROWS);
  }

  @Test
  void compactMemoryGivesTheSameList() {
    Path dense = mine("0.7", Columns.TRIPLET, "dense.parquet", 1L << 30).output();
    Path compact = mine("0.7", Columns.TRIPLET, "compact.parquet", 410_000).output();
    assertThat(compact).hasSameBinaryContentAs(dense);
  }

  @Test
  void epochsAndUniformMakeNoSense() {
    assertThatThrownBy(() -> mine("uniform", Columns.TRIPLET, "x.parquet", 1L << 30))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("need a quantile");
    assertThatThrownBy(() -> new MiningTarget.Negatives(0, Columns.TRIPLET))
        .isInstanceOf(RequestException.class);
  }
}
