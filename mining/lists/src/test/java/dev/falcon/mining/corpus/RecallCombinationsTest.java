// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.work.Shard;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.constraint.SecondWitness;
import dev.falcon.mining.corpus.ListFilters.MarginTo;
import dev.falcon.mining.corpus.ListSelection.Sampling;
import dev.falcon.mining.corpus.ListSelection.ShortLists;
import dev.falcon.mining.request.MiningRequest.Execution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every rule for lists beside a search with a recall: the lists differ from those of the exact
 * search by what the measured recall says, and not at all by threads, memory, tasks, or the way
 * through a file of candidates.
 */
class RecallCombinationsTest {
  private static final int ROWS = 2_400;
  private static final int TOPICS = 60;
  private static final int DIMENSION = 16;
  private static final int SEVERAL = 2; // vectors of an image in the store of the corpus
  private static final double RECALL = 0.9;
  private static final double CHANCE = 0.02; // the interval holds the share in 95 of 100 cases
  private static final long PLENTY = 1L << 28;
  private static final long SCARCE = 4L << 20;

  @TempDir static Path shared;
  private static EmbeddingStore first;
  private static EmbeddingStore second;

  @TempDir Path folder;

  /** The rules of a request, each of which several cases have in some combination. */
  private enum Rules {
    CAPTIONS_WITH_A_WITNESS(SearchDirection.TEXT_TEXT, false, 30) {
      @Override
      Set<Exclusion> exclusions() {
        return Set.of(Exclusion.SAME_CAPTION, Exclusion.SAME_IMAGE);
      }

      @Override
      Optional<SecondWitness> witness() {
        return Optional.of(new SecondWitness(0.95));
      }
    },
    IMAGES_OF_SEVERAL_VECTORS(SearchDirection.TEXT_IMAGE, true, 20) {
      @Override
      ListFilters filters() {
        return new ListFilters(Optional.empty(), MarginTo.LEAST, 0.99f, -0.5f);
      }
    },
    QUERIES_OF_IMAGES(SearchDirection.IMAGE_TEXT, false, 0) {
      @Override
      ListFilters filters() {
        return margin(MarginTo.LEAST);
      }
    },
    IMAGES_WITH_VETOES(SearchDirection.IMAGE_IMAGE, false, 20),
    TWO_STORES_WITH_EVERY_MARGIN(SearchDirection.TEXT_TEXT, true, 0) {
      @Override
      ListFilters filters() {
        return margin(MarginTo.EACH);
      }
    },
    A_JUDGE(SearchDirection.TEXT_TEXT, false, 20) {
      @Override
      Optional<Judging> judging() {
        return Optional.of(
            new Judging(
                new Judging.Table(shared.resolve("judge.csv")),
                Set.of(Judging.Use.FILTER, Judging.Use.RANK, Judging.Use.SCORES)));
      }
    },
    A_TARGET_BEFORE_THE_SEARCH(SearchDirection.TEXT_TEXT, false, 0) {
      @Override
      Withholding withholding() {
        return target(Withholding.Rule.RANGE_MIN);
      }
    },
    A_TARGET_AFTER_THE_SEARCH(SearchDirection.TEXT_TEXT, false, 40) {
      @Override
      Withholding withholding() {
        return target(Withholding.Rule.RELATIVE_MARGIN);
      }
    },
    RANKS_AT_RANDOM(SearchDirection.TEXT_IMAGE, false, 30) {
      @Override
      ListSelection selection() {
        return new ListSelection(4, 5, 25, Sampling.RANDOM, ShortLists.FILL, 7);
      }
    };

    final SearchDirection direction;
    final boolean twoStores;
    final int depth; // 0 for none

    Rules(SearchDirection direction, boolean twoStores, int depth) {
      this.direction = direction;
      this.twoStores = twoStores;
      this.depth = depth;
    }

    Set<Exclusion> exclusions() {
      return Set.of();
    }

    Optional<SecondWitness> witness() {
      return Optional.empty();
    }

    Optional<Judging> judging() {
      return Optional.empty();
    }

    ListFilters filters() {
      return ListFilters.NONE;
    }

    ListSelection selection() {
      return ListSelection.top(4);
    }

    Withholding withholding() {
      return Withholding.NONE;
    }

    /**
     * Positives and vetoes are named where a store has none of its own; such lists have batches.
     */
    boolean named() {
      return twoStores || direction == SearchDirection.IMAGE_IMAGE;
    }

    private static ListFilters margin(MarginTo to) {
      return new ListFilters(
          Optional.of(new PositiveMargin(0, 0.02f)),
          to,
          Float.POSITIVE_INFINITY,
          Float.NEGATIVE_INFINITY);
    }

    private static Withholding target(Withholding.Rule rule) {
      return new Withholding(OptionalInt.of(200), Optional.of(new Withholding.Target(0.2, rule)));
    }
  }

  @BeforeAll
  static void write() throws IOException {
    first = store("first", 1, 3);
    second = store("second", SEVERAL, 4);
    StringBuilder positives = new StringBuilder("query_key,corpus_key\n");
    StringBuilder vetoes = new StringBuilder("query_key,corpus_key\n");
    for (int row = 0; row < ROWS; row += 3) {
      positives.append(pair(row, row)).append('\n');
      positives.append(pair(row, (row + 3 * TOPICS) % ROWS)).append('\n');
      vetoes.append(pair(row, (row + 6 * TOPICS) % ROWS)).append('\n');
    }
    Files.writeString(shared.resolve("positives.csv"), positives);
    Files.writeString(shared.resolve("vetoes.csv"), vetoes);
    StringBuilder scores = new StringBuilder("query_key,corpus_key,score\n");
    for (int row = 0; row < ROWS; row++) {
      for (int item = topic(row) * 3; item < ROWS; item++) {
        if (topic(row) == topic(item) && item % 3 > 0) {
          int score = 10 + (row * 31 + item * 17) % 80;
          scores.append(pair(row, item)).append(",0.").append(score).append('\n');
        }
      }
    }
    Files.writeString(shared.resolve("judge.csv"), scores);
  }

  private static String pair(int row, int item) {
    return row + "," + item;
  }

  private static int topic(int row) {
    return row / 3 % TOPICS;
  }

  /** Three captions of an image; every seventh caption is the same as another of its topic. */
  private static EmbeddingStore store(String name, int perImage, long seed) {
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            DIMENSION,
            1_000,
            true,
            true,
            Provenance.of("test", 0, Map.of(), List.of()),
            perImage == 1 ? null : perImage);
    RandomStream topics = RandomStream.of(1, "topics");
    float[] middles = new float[TOPICS * DIMENSION];
    for (int x = 0; x < middles.length; x++) {
      middles[x] = (float) topics.nextGaussian();
    }
    RandomStream random = RandomStream.of(seed, "rows");
    float[] image = new float[perImage * DIMENSION];
    try (StoreWriter writer = StoreWriter.open(shared.resolve(name), options, false)) {
      for (int row = 0; row < ROWS; row++) {
        if (row % 3 == 0) {
          for (int number = 0; number < perImage; number++) {
            near(middles, topic(row), random, image, number * DIMENSION);
          }
        }
        float[] text = new float[DIMENSION];
        near(middles, topic(row), random, text, 0);
        String words = "caption " + (row % 7 == 0 ? "of topic " + topic(row) : row);
        writer.append(
            "" + row, Optional.of("image-" + row / 3), Optional.of(words), image, 0, text, 0);
      }
      writer.finish();
    }
    return EmbeddingStore.open(shared.resolve(name));
  }

  private static void near(float[] middles, int topic, RandomStream random, float[] into, int at) {
    double squares = 0;
    for (int k = 0; k < DIMENSION; k++) {
      into[at + k] = middles[topic * DIMENSION + k] + 0.6f * (float) random.nextGaussian();
      squares += into[at + k] * into[at + k];
    }
    for (int k = 0; k < DIMENSION; k++) {
      into[at + k] /= (float) Math.sqrt(squares);
    }
  }

  private CorpusRequest request(Rules rules, CorpusRequest.Search search, Execution execution) {
    return new CorpusRequest(
        new CorpusRequest.Sides(first, rules.twoStores ? second : first, rules.direction),
        new CorpusRequest.Known(
            Optional.of(shared.resolve("positives.csv")).filter(file -> rules.named()),
            Optional.of(shared.resolve("vetoes.csv")).filter(file -> rules.named()),
            rules.exclusions()),
        search,
        rules.filters(),
        rules.selection(),
        rules.withholding(),
        Optional.of(new Batching(folder.resolve("b.parquet"), 8, Integer.MAX_VALUE, 1, false))
            .filter(batching -> rules.named()),
        execution,
        true);
  }

  private static CorpusRequest.Search search(
      Rules rules, OptionalDouble recall, Optional<Path> candidates) {
    return new CorpusRequest.Search(
        rules.depth == 0 ? OptionalInt.empty() : OptionalInt.of(rules.depth),
        recall,
        rules.judging(),
        rules.witness(),
        candidates,
        Optional.empty());
  }

  private GoldenCorpus.Collected output(String name) {
    return new GoldenCorpus.Collected(folder.resolve(name));
  }

  private Optional<Path> candidates(Rules rules, String name) {
    return Optional.of(folder.resolve(name + ".parquet")).filter(file -> rules.depth > 0);
  }

  @ParameterizedTest
  @EnumSource
  void onlyWhatTheRecallSaysIsMissing(Rules rules) throws IOException {
    Execution one = new Execution(1, PLENTY);
    OptionalDouble asked = OptionalDouble.of(RECALL);
    GoldenCorpus.Collected exact = output("exact");
    CorpusRequest.Search whole = search(rules, OptionalDouble.empty(), Optional.empty());
    CorpusSummary right = GoldenCorpus.mine(request(rules, whole, one), exact).summary();
    GoldenCorpus.Collected near = output("near");
    CorpusRequest.Search some = search(rules, asked, candidates(rules, "near"));
    CorpusSummary summary = GoldenCorpus.mine(request(rules, some, one), near).summary();

    SearchRecall recall = summary.recall().orElseThrow();
    assertThat(recall.whyExact()).isEmpty();
    assertThat(recall.candidates().high()).isGreaterThanOrEqualTo(RECALL);
    assertThat(right.falseNegatives().rule()).isEqualTo(summary.falseNegatives().rule());
    if (rules.withholding().target().isPresent()) {
      assertThat(summary.falseNegatives().share())
          .isBetween(right.falseNegatives().low(), right.falseNegatives().high());
    }
    assertThat(summary.batches() > 0).isEqualTo(rules.named());
    double found = found(near.lists, exact.lists);
    assertThat(found)
        .isBetween(recall.negatives().low() - CHANCE, recall.negatives().high() + CHANCE)
        .isLessThan(1);
    if (rules.selection().sampling() == Sampling.TOP && rules.judging().isEmpty()) {
      nothingNearerIsAdded(near.lists, exact.lists);
    }
    if (rules.depth == 0) {
      assertThat(summary.leftOut().get("positive")).isEqualTo(right.leftOut().get("positive"));
    }

    GoldenCorpus.Collected shared = output("shared");
    CorpusRequest divided =
        request(rules, search(rules, asked, candidates(rules, "shared")), new Execution(3, SCARCE));
    CorpusMiner miner = new CorpusMiner(Progress.NONE, note -> {}).withParts(768);
    miner.mineShard(divided, shared.file(), new Shard(1, 2));
    assertThat(miner.mine(divided, shared).summary()).isEqualTo(summary);
    assertThat(shared.lists).isEqualTo(near.lists);
    if (rules.depth > 0) {
      Path kept = candidates(rules, "near").orElseThrow();
      assertThat(candidates(rules, "shared").orElseThrow()).hasSameBinaryContentAs(kept);
      GoldenCorpus.Collected from = output("from");
      CorpusRequest.Search read =
          new CorpusRequest.Search(
              OptionalInt.empty(),
              OptionalDouble.empty(),
              rules.judging(),
              rules.witness(),
              Optional.empty(),
              Optional.of(kept));
      CorpusSummary later = GoldenCorpus.mine(request(rules, read, one), from).summary();
      assertThat(from.lists).isEqualTo(near.lists);
      assertThat(later.recall().orElseThrow().candidates()).isEqualTo(recall.candidates());
    }
  }

  /** Returns the share of the right negatives that are found, with their cosines. */
  private static double found(List<MinedList> lists, List<MinedList> right) {
    assertThat(lists).hasSameSizeAs(right);
    long all = 0;
    long found = 0;
    for (int x = 0; x < right.size(); x++) {
      assertThat(lists.get(x).query()).isEqualTo(right.get(x).query());
      assertThat(lists.get(x).positives()).isEqualTo(right.get(x).positives());
      Map<Long, Float> cosines = new HashMap<>();
      lists.get(x).negatives().forEach(item -> cosines.put(item.row(), item.cosine()));
      for (ListedItem item : right.get(x).negatives()) {
        all++;
        Float cosine = cosines.get(item.row());
        if (cosine != null) {
          found++;
          assertThat(cosine).isEqualTo(item.cosine());
        }
      }
    }
    return (double) found / all;
  }

  /** Items that stand in a list before one of the exact list are in that list, too. */
  private static void nothingNearerIsAdded(List<MinedList> lists, List<MinedList> right) {
    for (int x = 0; x < right.size(); x++) {
      Set<Long> exact =
          right.get(x).negatives().stream().map(ListedItem::row).collect(Collectors.toSet());
      List<Long> rows = lists.get(x).negatives().stream().map(ListedItem::row).toList();
      int last =
          IntStream.range(0, rows.size()).filter(y -> exact.contains(rows.get(y))).max().orElse(-1);
      assertThat(exact).containsAll(rows.subList(0, last + 1));
    }
  }
}
