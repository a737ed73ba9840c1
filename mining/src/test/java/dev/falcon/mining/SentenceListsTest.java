package dev.falcon.mining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.Side;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.report.OwnPairs;
import dev.falcon.mining.report.SentenceColumns;
import dev.falcon.mining.report.SentenceLists;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningTarget;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every image of the store has three captions, {@code key-3i} to {@code key-3i+2}. */
class SentenceListsTest {
  private static final int ROWS = 60;

  @TempDir private Path folder;
  private EmbeddingStore store;
  private Path triplets;

  @BeforeEach
  void mine() {
    store = TestStores.write(folder.resolve("store"), TestVectors.generate(ROWS, 16, 10, 8));
    triplets =
        new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
            .mine(
                new MiningRequest(
                    store,
                    MiningOptions.of(Policies.parse("0.9").quantiles()),
                    new MiningTarget.Negatives(3, MiningTarget.Columns.TRIPLET),
                    folder.resolve("keys.parquet"),
                    TableFormat.PARQUET,
                    new MiningRequest.Execution(2, 1L << 30),
                    false))
            .output();
  }

  private Path write(SentenceColumns columns, TableFormat format) {
    Path file = folder.resolve(columns.label() + "." + format.label());
    SentenceLists.Written written =
        new SentenceLists(columns, 3, true).write(triplets, store, file, format, false);
    assertThat(written.leftOut()).isZero();
    assertThat(written.anchors()).isEqualTo(ROWS);
    assertThat(written.ownPositives()).as("three captions an image").isZero();
    assertThat(written.rows())
        .isEqualTo(
            switch (columns) {
              case TRIPLET -> 3 * ROWS;
              case LABELED_PAIR -> 4 * ROWS;
              case N_TUPLE, LABELED_LIST -> ROWS;
            });
    return file;
  }

  /** The next caption of the same image. */
  private String positive(int row) {
    return store.caption(row % 3 == 2 ? row - 2 : row + 1).orElseThrow();
  }

  @Test
  void aLabeledListHoldsTheTextsOfTheKeysInAllFormats() {
    Map<String, List<String>> negatives = new HashMap<>();
    Map<String, List<Float>> scores = new HashMap<>();
    List<Integer> order = new ArrayList<>();
    try (TableReader keys = TableReader.open(triplets)) {
      int anchor = keys.column(ColumnType.UTF8, "anchor");
      int negative = keys.column(ColumnType.UTF8, "negative");
      int score = keys.column(ColumnType.FLOAT32, "negative_score");
      int own = keys.column(ColumnType.FLOAT32, "positive_score");
      while (keys.next()) {
        String key = keys.getString(anchor);
        if (!negatives.containsKey(key)) {
          order.add(row(key));
          scores.put(key, new ArrayList<>(List.of(keys.getFloat(own))));
        }
        negatives
            .computeIfAbsent(key, k -> new ArrayList<>())
            .add(store.caption(row(keys.getString(negative))).orElseThrow());
        scores.get(key).add(keys.getFloat(score));
      }
    }

    for (TableFormat format : TableFormat.values()) {
      try (TableReader table = TableReader.open(write(SentenceColumns.LABELED_LIST, format))) {
        assertThat(table.columns()).containsExactly("anchor", "candidates", "scores");
        int anchor = table.column(ColumnType.UTF8, "anchor");
        int candidates = table.column(ColumnType.UTF8_LIST, "candidates");
        int score = table.column(ColumnType.FLOAT32_LIST, "scores");
        for (int row : order) {
          assertThat(table.next()).isTrue();
          List<String> expected = new ArrayList<>(List.of(positive(row)));
          expected.addAll(negatives.get("key-" + row));
          assertThat(table.getString(anchor)).isEqualTo(store.caption(row).orElseThrow());
          assertThat(table.getStrings(candidates)).as(format.label()).isEqualTo(expected);
          assertThat(table.getFloats(score)).isEqualTo(scores.get("key-" + row));
        }
        assertThat(table.next()).isFalse();
      }
    }
  }

  private static int row(String key) {
    return Integer.parseInt(key.substring("key-".length()));
  }

  @Test
  void noLayoutHasAColumnThatATrainerWouldTakeForAnInput() {
    try (TableReader table =
        TableReader.open(write(SentenceColumns.TRIPLET, TableFormat.PARQUET))) {
      assertThat(table.columns()).containsExactly("anchor", "positive", "negative", "scores");
    }
    try (TableReader table =
        TableReader.open(write(SentenceColumns.N_TUPLE, TableFormat.PARQUET))) {
      assertThat(table.columns())
          .containsExactly(
              "anchor", "positive", "negative_1", "negative_2", "negative_3", "scores");
    }
    try (TableReader table =
        TableReader.open(write(SentenceColumns.LABELED_PAIR, TableFormat.PARQUET))) {
      assertThat(table.columns()).containsExactly("anchor", "candidate", "score");
    }
  }

  @Test
  void anAnchorWithTooFewNegativesIsNoTuple() {
    SentenceLists four = new SentenceLists(SentenceColumns.N_TUPLE, 4, false);

    assertThat(four.write(triplets, store, folder.resolve("4.jsonl"), TableFormat.JSONL, false))
        .isEqualTo(new SentenceLists.Written(0, ROWS, 0, 0));
  }

  @Test
  void aFileThatIsThereIsNotReplaced() {
    Path file = write(SentenceColumns.TRIPLET, TableFormat.JSONL);

    assertThatThrownBy(() -> write(SentenceColumns.TRIPLET, TableFormat.JSONL))
        .isInstanceOf(RequestException.class)
        .hasMessage(file + ": already exists; name another file, or overwrite it");
  }

  @Test
  void ofPairsOfTextsAnAnchorsPositiveIsItsOwn() {
    StoreOptions options =
        new StoreOptions(StoreLayout.ARROW, VectorType.FLOAT32, 2, 100, true, true, null)
            .withSides(Side.TEXTS);
    Path pairs = folder.resolve("pairs");
    try (StoreWriter writer = StoreWriter.open(pairs, options, false)) {
      for (int row = 0; row < 4; row++) {
        double angle = 0.3 * row * row;
        float[] query = {(float) Math.cos(angle), (float) Math.sin(angle)};
        float[] passage = {(float) Math.cos(angle + 0.1), (float) Math.sin(angle + 0.1)};
        writer.append(
            "k" + row,
            Optional.of("group"),
            Optional.of("passage " + row),
            Optional.of("query " + row),
            query,
            0,
            passage,
            0);
      }
      writer.finish();
    }
    store = EmbeddingStore.open(pairs);
    assertThat(store.manifest().orElseThrow().version()).isEqualTo(3);
    assertThat(OwnPairs.warning(store)).isEmpty();
    Path keys =
        new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
            .mine(
                new MiningRequest(
                    store,
                    MiningOptions.of(Policies.parse("1").quantiles()),
                    new MiningTarget.Negatives(1, MiningTarget.Columns.TRIPLET),
                    folder.resolve("pair-keys.parquet"),
                    TableFormat.PARQUET,
                    new MiningRequest.Execution(2, 1L << 30),
                    false))
            .output();
    Path file = folder.resolve("pairs.parquet");
    new SentenceLists(SentenceColumns.TRIPLET, 1, false)
        .write(keys, store, file, TableFormat.PARQUET, false);
    List<String> rows = new ArrayList<>();
    try (TableReader table = TableReader.open(file)) {
      int anchor = table.column(ColumnType.UTF8, "anchor");
      int positive = table.column(ColumnType.UTF8, "positive");
      int negative = table.column(ColumnType.UTF8, "negative");
      while (table.next()) {
        rows.add(
            table.getString(anchor)
                + "; "
                + table.getString(positive)
                + "; "
                + table.getString(negative));
      }
    }
    assertThat(rows)
        .containsExactlyInAnyOrder(
            "query 0; passage 0; passage 1",
            "query 1; passage 1; passage 0",
            "query 2; passage 2; passage 1",
            "query 3; passage 3; passage 2");
  }
}
