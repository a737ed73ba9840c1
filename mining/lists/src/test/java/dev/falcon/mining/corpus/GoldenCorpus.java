// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.request.MiningRequest.Execution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/**
 * Stores whose components are whole 64ths, so that every product is exact in any order, with ties
 * that are real.
 */
final class GoldenCorpus {
  static final int[][] Q =
      vectors(
          "-14 -28 -54 -14  40 29 -37 17  55 14 6 -29  45 -7 13 -43  42 20 9 43  -15 12 61 3"
              + "  0 -38 -45 -25  38 35 -32 20  58 16 -6 -21  46 5 4 -44  47 28 12 31  -17 9 61 2");
  static final int[][] D =
      vectors(
          "-21 -41 -44 -6  42 42 -23 6  60 -4 16 -15  42 -5 -1 -48  51 23 3 31  -19 1 61 -4"
              + "  -11 -40 -47 -13  38 18 -37 31  59 0 16 -19  56 -12 6 -28  43 21 32 28"
              + "  -8 4 63 -7  -17 -21 -57 -11  22 31 -45 25  56 15 3 -27  50 3 -8 -39"
              + "  31 35 8 43  -26 12 57 5  -22 -42 -43 1  21 43 -41 11  56 -1 11 -29"
              + "  37 -7 9 -51  37 15 10 49  -13 21 58 11  -11 -40 -47 -13  48 20 -36 10"
              + "  42 25 -5 -41  60 -4 16 -15  41 31 3 38  -20 26 54 -10");
  static final Map<Integer, List<Integer>> POSITIVES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(0, List.of(12, 18)),
              Map.entry(1, List.of(1)),
              Map.entry(2, List.of(14)),
              Map.entry(3, List.of(3, 15, 21)),
              Map.entry(4, List.of(22)),
              Map.entry(5, List.of(5)),
              Map.entry(6, List.of(24)),
              Map.entry(7, List.of(7, 19)),
              Map.entry(9, List.of(3)),
              Map.entry(10, List.of(10, 28)),
              Map.entry(11, List.of(29))));
  private static final Map<Integer, Integer> SAME_WORDS = Map.of(24, 6, 27, 2, 23, 29);

  private GoldenCorpus() {}

  private static int[][] vectors(String text) {
    int[] numbers = Arrays.stream(text.trim().split("\\s+")).mapToInt(Integer::parseInt).toArray();
    int[][] vectors = new int[numbers.length / 4][];
    Arrays.setAll(vectors, row -> Arrays.copyOfRange(numbers, 4 * row, 4 * row + 4));
    return vectors;
  }

  /** A store of the queries, whose images and texts are the same vectors. */
  static EmbeddingStore queries(Path folder) {
    return store(folder, "q", Q.length, row -> Q[row], row -> Q[row], 1, row -> row, "query ");
  }

  /** A store of the corpus; equal numbers of captions are equal words. */
  static EmbeddingStore corpus(Path folder) {
    return store(folder, "d", D.length, row -> D[row], row -> D[row], 1, row -> row, "words ");
  }

  /** One store of the queries, where row r shows image r mod 6. */
  static EmbeddingStore sixImages(Path folder) {
    return store(folder, "q", Q.length, row -> Q[row], row -> Q[row], 1, row -> row % 6, "query ");
  }

  /** Rows repeat an image of two vectors, D[i] and D[12 + i]. */
  static EmbeddingStore twoVectors(Path folder) {
    IntFunction<int[]> images =
        row -> {
          int[] both = Arrays.copyOf(D[row / 2], 8);
          System.arraycopy(D[12 + row / 2], 0, both, 4, 4);
          return both;
        };
    return store(folder, "q", Q.length, images, row -> Q[row], 2, row -> row / 2, "query ");
  }

  static EmbeddingStore store(
      Path folder,
      String prefix,
      int rows,
      IntFunction<int[]> image,
      IntFunction<int[]> text,
      int perImage,
      IntUnaryOperator imageOf,
      String words) {
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            4,
            5,
            true,
            true,
            Provenance.of("test", 0, Map.of(), List.of()),
            perImage == 1 ? null : perImage);
    try (StoreWriter writer = StoreWriter.open(folder, options, false)) {
      for (int row = 0; row < rows; row++) {
        int number = prefix.equals("d") ? SAME_WORDS.getOrDefault(row, row) : row;
        writer.append(
            prefix + row,
            Optional.of("image-" + imageOf.applyAsInt(row)),
            Optional.of(words + number),
            floats(image.apply(row)),
            0,
            floats(text.apply(row)),
            0);
      }
      writer.finish();
    }
    return EmbeddingStore.open(folder);
  }

  /** A vector of whole 64ths. */
  static float[] floats(int[] whole) {
    float[] floats = new float[whole.length];
    for (int k = 0; k < floats.length; k++) {
      floats[k] = whole[k] / 64f;
    }
    return floats;
  }

  /** The table of positives. */
  static Path positives(Path folder) {
    Path file = folder.resolve("positives.parquet");
    try (TableWriter table = pairs(file)) {
      POSITIVES.forEach(
          (query, items) ->
              items.forEach(
                  item ->
                      table
                          .setString(0, "q" + query)
                          .setString(1, "d" + item)
                          .setFloat(2, 1)
                          .endRow()));
      table.commit();
    }
    return file;
  }

  /** A judge's scores of all pairs. */
  static Path judge(Path folder) {
    Path file = folder.resolve("judge.parquet");
    try (TableWriter table = pairs(file)) {
      for (int q = 0; q < Q.length; q++) {
        for (int d = 0; d < D.length; d++) {
          boolean known = POSITIVES.getOrDefault(q, List.of()).contains(d);
          int score = known ? 80 : (37 * q + 101 * d + 13 * q * d) % 97;
          table.setString(0, "q" + q).setString(1, "d" + d).setFloat(2, score / 100f).endRow();
        }
      }
      table.commit();
    }
    return file;
  }

  private static TableWriter pairs(Path file) {
    return TableWriter.create(
        file,
        TableFormat.PARQUET,
        TableSchema.of(
            TableSchema.required("query_key", ColumnType.UTF8),
            TableSchema.required("corpus_key", ColumnType.UTF8),
            TableSchema.required("score", ColumnType.FLOAT32)),
        Map.of());
  }

  /** Lists as they are mined, kept in memory beside a file that says that they are there. */
  static final class Collected implements ListOutput {
    private final Path file;
    final List<MinedList> lists = new ArrayList<>();

    Collected(Path file) {
      this.file = file;
    }

    @Override
    public Path file() {
      return file;
    }

    @Override
    public Map<String, Object> options() {
      return Map.of();
    }

    @Override
    public List<Path> beside() {
      return List.of();
    }

    @Override
    public boolean needsPositives() {
      return false;
    }

    @Override
    public Sink begin(Provenance provenance, Iterable<ListedItem> corpus) {
      lists.clear();
      return new Sink() {
        @Override
        public long append(MinedList list) {
          lists.add(list);
          return 1;
        }

        @Override
        public void commit() {}

        @Override
        public void close() {}
      };
    }

    /** The lists by query, as {@code 6 24 0|25 7 13}; with each positive named before its list. */
    String text(boolean each, int rowsAnItem) {
      Map<Long, StringJoiner> byQuery = new TreeMap<>();
      for (MinedList list : lists) {
        String items =
            list.negatives().stream()
                .map(item -> Long.toString(item.row() / rowsAnItem))
                .collect(Collectors.joining(" "));
        String text = items.isEmpty() ? "(none)" : items;
        if (each && list.positives().size() == 1) {
          String positive = list.positives().get(0).row() + ":";
          boolean alone = POSITIVES.get((int) list.query().row()).size() == 1;
          text = alone ? text : positive + text;
        }
        byQuery.computeIfAbsent(list.query().row(), row -> new StringJoiner(" ")).add(text);
      }
      return byQuery.values().stream().map(StringJoiner::toString).collect(Collectors.joining("|"));
    }
  }

  static Execution execution() {
    return new Execution(2, 256L << 20);
  }

  static CorpusResult mine(CorpusRequest request, Collected output) {
    return new CorpusMiner(Progress.NONE, note -> {}).mine(request, output);
  }

  static CorpusRequest.Known known(Optional<Path> positives) {
    return new CorpusRequest.Known(positives, Optional.empty(), Set.of());
  }
}
