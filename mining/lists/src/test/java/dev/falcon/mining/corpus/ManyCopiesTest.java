// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.corpus.ListFilters.MarginTo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A caption of 1,100 images, whose positives are found once for all of its rows. */
class ManyCopiesTest {
  private static final int COPIES = 1100;
  private static final int ROWS = COPIES + 60;
  private static final int DIMENSION = 16;
  private static final int LISTED = 3;
  private static final float MARGIN = 0.6f;

  @TempDir private Path folder;
  private final float[][] vectors = new float[ROWS][];
  private CorpusSummary summary;

  /** Rows of most copies have one of eight vectors, in runs. */
  private EmbeddingStore store() {
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            DIMENSION,
            ROWS,
            false,
            true,
            Provenance.of("test", 0, Map.of(), List.of()),
            null);
    try (StoreWriter writer = StoreWriter.open(folder.resolve("store"), options, false)) {
      for (int row = 0; row < ROWS; row++) {
        vectors[row] = vector(row < 800 ? row / 50 % 8 : row);
        writer.append(
            "k" + row,
            Optional.empty(),
            Optional.of(row < COPIES ? "a photo" : "caption " + row),
            vectors[row],
            0,
            vectors[row],
            0);
      }
      writer.finish();
    }
    return EmbeddingStore.open(folder.resolve("store"));
  }

  private static float[] vector(long seed) {
    Random random = new Random(seed);
    float[] vector = new float[DIMENSION];
    double norm = 0;
    for (int k = 0; k < DIMENSION; k++) {
      vector[k] = (float) random.nextGaussian();
      norm += vector[k] * vector[k];
    }
    for (int k = 0; k < DIMENSION; k++) {
      vector[k] /= (float) Math.sqrt(norm);
    }
    return vector;
  }

  private List<MinedList> mine(ListFilters filters) {
    EmbeddingStore store = store();
    GoldenCorpus.Collected lists = new GoldenCorpus.Collected(folder.resolve("lists"));
    summary =
        new CorpusMiner(Progress.NONE, note -> {})
            .mine(
                new CorpusRequest(
                    new CorpusRequest.Sides(store, store, SearchDirection.TEXT_IMAGE),
                    new CorpusRequest.Known(Optional.empty(), Optional.empty(), Set.of()),
                    CorpusRequest.Search.WHOLE,
                    filters,
                    ListSelection.top(LISTED),
                    new Withholding(OptionalInt.of(99), Optional.empty()),
                    GoldenCorpus.execution(),
                    true),
                lists)
            .summary();
    return lists.lists;
  }

  private double cosine(int row, int other) {
    double sum = 0;
    for (int k = 0; k < DIMENSION; k++) {
      sum += (double) vectors[row][k] * vectors[other][k];
    }
    return sum;
  }

  /** Returns the positives of a query. */
  private static IntStream positives(int query) {
    return query < COPIES ? IntStream.range(0, COPIES) : IntStream.of(query);
  }

  @ParameterizedTest
  @EnumSource(MarginTo.class)
  void everyCopyHasTheListAndTheBoundOfAllPositives(MarginTo marginTo) {
    List<MinedList> lists =
        mine(
            new ListFilters(
                Optional.of(new PositiveMargin(MARGIN, 0)),
                marginTo,
                Float.POSITIVE_INFINITY,
                Float.NEGATIVE_INFINITY));

    assertThat(lists).hasSize(ROWS);
    long over = 0;
    for (int query = 0; query < ROWS; query++) {
      int asked = query;
      double reference =
          marginTo == MarginTo.LEAST
              ? positives(query).mapToDouble(item -> cosine(asked, item)).min().orElseThrow()
              : cosine(query, query); // of equal vectors, the most similar
      Set<Integer> known = Set.copyOf(positives(query).boxed().toList());
      List<Integer> free =
          IntStream.range(0, ROWS).filter(item -> !known.contains(item)).boxed().toList();
      List<Integer> left = new ArrayList<>(free);
      left.removeIf(item -> cosine(asked, item) > reference - MARGIN);
      over += free.size() - left.size();
      left.sort(Comparator.comparing((Integer item) -> -cosine(asked, item)));
      MinedList list = lists.get(query);
      assertThat(list.query().key()).isEqualTo("k" + query);
      assertThat(list.positives()).extracting(ListedItem::key).containsExactly("k" + query);
      assertThat(list.negatives())
          .as("query %s", query)
          .extracting(ListedItem::cosine)
          .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-5 ? 0 : Float.compare(a, b))
          .containsExactlyElementsOf(
              left.stream().limit(LISTED).map(item -> (float) cosine(asked, item)).toList());
    }
    assertThat(summary.leftOut()).containsEntry("positive", (long) COPIES * COPIES + 60);
    if (marginTo != MarginTo.EACH) { // which counts for each list
      assertThat(summary.leftOut()).containsEntry("margin", over);
    }
  }

  @Test
  void queriesWithMoreThanAThousandPositivesAreNotDrawn() {
    assertThat(mine(ListFilters.NONE)).hasSize(ROWS);
    assertThat(summary.falseNegatives().queries()).isZero();
  }
}
