// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.TestSchedulers;
import dev.falcon.mining.TestVectors;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.mining.constraint.SampleFacts;
import dev.falcon.mining.constraint.SecondWitness;
import dev.falcon.mining.internal.space.MinedSpace;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.NamedPolicy;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.space.SpaceConstraints;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every constraint under every policy, with and without margins, against the definitions, pair by
 * pair. Of the samples that are left, a batch takes one of those that break the least: none, what
 * is only suspected, or the wish to keep images apart. What must not meet never meets.
 */
class EveryPromiseTest {
  private static final int ROWS = 60;
  private static final int DIMENSION = 8;
  private static final int BATCH = 12;
  private static final int LEVELS = 12;
  private static final float NEAR = 0.9f;

  private static final int NOTHING = 0;
  private static final int SUSPECTED = 1;
  private static final int UNWANTED = 2;
  private static final int FORBIDDEN = 3;

  @TempDir Path folder;

  private final SpaceVectors vectors = TestVectors.generate(ROWS, DIMENSION, 15, 21);
  private final Set<Integer> vetoed = new HashSet<>();
  private Path veto;

  /** Constraints that are added to a request. */
  private record Added(String name, UnaryOperator<Constraints> to) {}

  @BeforeEach
  void write() throws IOException {
    RandomStream random = RandomStream.of(3, "veto");
    StringBuilder lines = new StringBuilder();
    for (int pair = 0; pair < 150; pair++) {
      int a = random.nextInt(ROWS);
      int b = random.nextInt(ROWS);
      if (a != b) {
        vetoed.add(a * ROWS + b);
        vetoed.add(b * ROWS + a);
        lines.append("{\"key_a\": \"key-" + a + "\", \"key_b\": \"key-" + b + "\"}\n");
      }
    }
    veto = Files.writeString(folder.resolve("veto.jsonl"), lines);
  }

  /** Some samples have no image or caption. */
  private static Optional<String> label(String kind, int groups, long row) {
    return row % 11 == 0
        ? Optional.empty()
        : Optional.of(kind + RandomStream.of(5, kind, row).nextInt(groups));
  }

  private static boolean isTrue(long caption, long image) {
    return caption == image || RandomStream.of(6, "true", caption, image).nextDouble() < 0.1;
  }

  private static final SampleFacts FACTS =
      new SampleFacts() {
        @Override
        public String name() {
          return "the samples";
        }

        @Override
        public long rows() {
          return ROWS;
        }

        @Override
        public String key(long row) {
          return "key-" + row;
        }

        @Override
        public boolean hasImageIds() {
          return true;
        }

        @Override
        public boolean hasCaptions() {
          return true;
        }

        @Override
        public Optional<String> imageId(long row) {
          return label("image", 20, row);
        }

        @Override
        public Optional<String> caption(long row) {
          return label("caption", 25, row);
        }

        @Override
        public Optional<Matches> matches() {
          return Optional.of(EveryPromiseTest::isTrue);
        }
      };

  /** Every component of the constraints but the margins, which are combined with each. */
  private Map<String, List<Added>> kinds() {
    Map<String, List<Added>> kinds = new TreeMap<>();
    kinds.put(
        "exclusions",
        Arrays.stream(Exclusion.values())
            .map(
                exclusion ->
                    new Added(
                        exclusion.label(),
                        constraints ->
                            new Constraints(
                                union(constraints.exclusions(), exclusion),
                                constraints.veto(),
                                constraints.margin(),
                                constraints.truth(),
                                constraints.window(),
                                constraints.nearImages())))
            .toList());
    kinds.put("veto", List.of(new Added("veto", all -> all.withVeto(Optional.of(veto)))));
    kinds.put("truth", List.of(new Added("truth", Constraints::withTruth)));
    kinds.put("nearImages", List.of(new Added("near-image", all -> all.withNearImages(NEAR))));
    return kinds;
  }

  private static Set<Exclusion> union(Set<Exclusion> some, Exclusion other) {
    Set<Exclusion> all = new HashSet<>(some);
    all.add(other);
    return all;
  }

  /** Each kind alone, and all of them. */
  private List<Added> conflicts() {
    List<Added> each = kinds().values().stream().flatMap(List::stream).toList();
    List<Added> conflicts = new ArrayList<>(each);
    conflicts.add(
        new Added(
            "all",
            none -> {
              Constraints all = none;
              for (Added one : each) {
                all = one.to().apply(all);
              }
              return all;
            }));
    return conflicts;
  }

  private static Map<String, List<Added>> margins() {
    PositiveMargin relative = new PositiveMargin(0, 0.3f);
    Map<String, List<Added>> margins = new TreeMap<>();
    margins.put("none", List.of(new Added("no margin", none -> none)));
    margins.put("absolute", List.of(margin("absolute", new PositiveMargin(0.1f, 0))));
    margins.put("relative", List.of(margin("relative", relative)));
    margins.put("ownWeight", List.of(margin("own weight", relative.with(0.5f, Optional.empty()))));
    margins.put(
        "witness",
        List.of(margin("witness", relative.with(1, Optional.of(new SecondWitness(0.8))))));
    return margins;
  }

  private static Added margin(String name, PositiveMargin margin) {
    return new Added(name, constraints -> constraints.withMargin(margin));
  }

  private static Stream<NamedPolicy> policies() {
    return Policies.all().stream()
        .flatMap(
            entry ->
                entry.number().isEmpty()
                    ? Stream.of(Policies.parse(entry.name()))
                    : Stream.of("0.05", "0.7", "1", "4")
                        .flatMap(number -> named(entry.name() + ":" + number)));
  }

  /** No policy if the number is not one of its numbers. */
  private static Stream<NamedPolicy> named(String name) {
    try {
      return Policies.find(name).stream();
    } catch (RequestException outOfRange) {
      return Stream.empty();
    }
  }

  @Test
  void allKindsOfConstraintsAndAllPoliciesAreHere() {
    Set<String> kinds = new TreeSet<>(kinds().keySet());
    kinds.addAll(Set.of("margin", "window")); // the first is combined with all; the second is none
    assertThat(kinds).isEqualTo(components(Constraints.class));
    Set<String> margins = new TreeSet<>(margins().keySet());
    margins.remove("none");
    assertThat(margins).isEqualTo(components(PositiveMargin.class));
    assertThat(policies().map(policy -> policy.name().replaceAll(":.*", "")).distinct())
        .containsExactlyElementsOf(Policies.all().stream().map(Policies.Entry::name).toList());
  }

  private static Set<String> components(Class<? extends Record> type) {
    return new TreeSet<>(
        Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList());
  }

  private List<MiningOptions> requests(NamedPolicy policy) {
    List<MiningOptions> requests = new ArrayList<>();
    for (Added conflict : conflicts()) {
      for (Added margin : margins().values().stream().flatMap(List::stream).toList()) {
        Constraints constraints =
            policy.constraints(margin.to().apply(conflict.to().apply(Constraints.NONE)));
        for (boolean keeps : new boolean[] {true, false}) {
          for (int runLength : new int[] {Composition.WHOLE_BATCH, 5}) {
            requests.add(
                new MiningOptions(
                    new Composition(quantiles(policy), Composition.Level.INSTANCE, 1, runLength),
                    ROWS,
                    BATCH,
                    LEVELS,
                    2, // of which the second is mined: some policies differ between epochs
                    7,
                    keeps,
                    constraints));
          }
        }
      }
    }
    return requests;
  }

  private QuantilePolicy quantiles(NamedPolicy policy) {
    if (!(policy.quantiles() instanceof QuantilePolicy.Scheduled)) {
      return policy.quantiles();
    }
    Path graph = folder.resolve("scheduler.onnx");
    if (Files.notExists(graph)) {
      TestSchedulers.write(graph, LEVELS);
    }
    return QuantilePolicy.Scheduled.of(graph, QuantilePolicy.Draw.SAMPLE);
  }

  private MinedSpace mine(MiningOptions options) {
    SpaceMiners.Sizes sizes = new SpaceMiners.Sizes(ROWS, DIMENSION, 1);
    MiningRequest.Execution execution = new MiningRequest.Execution(1, 1L << 28);
    long[] rows = IntStream.range(0, ROWS).asLongStream().toArray();
    try (SpaceMiners miners = SpaceMiners.open(options, sizes, execution, Sessions.onCpu());
        Parallel alone = new Parallel(1)) {
      return miners
          .on(alone)
          .mine(
              new MiningUnit(1, 0),
              rows,
              vectors,
              SpaceConstraints.of(options.constraints(), FACTS).known(rows, vectors));
    }
  }

  private static List<int[]> batches(MinedSpace mined) {
    List<int[]> batches = new ArrayList<>();
    int from = 0;
    for (int size : mined.batchSizes()) {
      batches.add(
          Arrays.stream(mined.rows(), from, from + size).mapToInt(Math::toIntExact).toArray());
      from += size;
    }
    return batches;
  }

  @ParameterizedTest
  @MethodSource("policies")
  void excludedPairsNeverShareABatch(NamedPolicy policy) {
    int[] met = new int[FORBIDDEN];
    int shortBatches = 0;
    for (MiningOptions options : requests(policy)) {
      int[][] broken = broken(options.constraints());
      Set<Integer> left = new HashSet<>(IntStream.range(0, ROWS).boxed().toList());
      for (int[] batch : batches(mine(options))) {
        int[] ofSample = new int[ROWS]; // the most that each breaks with the batch so far
        for (int member : batch) {
          int least = left.stream().mapToInt(sample -> ofSample[sample]).min().orElseThrow();
          assertThat(ofSample[member])
              .as("%s in %s of %s", member, Arrays.toString(batch), options)
              .isEqualTo(least)
              .isLessThan(FORBIDDEN);
          assertThat(left.remove(member)).isTrue();
          met[least]++;
          Arrays.setAll(ofSample, x -> Math.max(ofSample[x], broken[member][x]));
        }
        if (batch.length < BATCH) {
          shortBatches++;
          assertThat(left)
              .as("after %s of %s", Arrays.toString(batch), options)
              .allMatch(sample -> ofSample[sample] == FORBIDDEN);
        }
      }
      assertThat(left.size()).as("%s", options).isLessThan(options.keepRemainder() ? 1 : BATCH);
    }
    assertThat(met).as("each case arises").doesNotContain(0);
    assertThat(shortBatches).isPositive();
  }

  /** What each pair breaks, by the definitions. */
  private int[][] broken(Constraints constraints) {
    boolean[][] suspected = new boolean[ROWS][ROWS];
    constraints.margin().ifPresent(margin -> suspect(margin, suspected));
    int[][] broken = new int[ROWS][ROWS];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < ROWS; j++) {
        broken[i][j] =
            i == j ? NOTHING : Math.max(broken(constraints, i, j), suspected[i][j] ? SUSPECTED : 0);
      }
    }
    return broken;
  }

  private int broken(Constraints constraints, int i, int j) {
    int most = constraints.truth() && (isTrue(i, j) || isTrue(j, i)) ? SUSPECTED : NOTHING;
    for (Exclusion exclusion : constraints.exclusions()) {
      most = Math.max(most, broken(exclusion, i, j));
    }
    if (constraints.veto().isPresent() && vetoed.contains(i * ROWS + j)) {
      most = FORBIDDEN;
    }
    if (constraints.nearImages().isPresent()
        && dot(vectors.image(), i, j) >= constraints.nearImages().getAsDouble()) {
      most = FORBIDDEN;
    }
    return most;
  }

  private static int broken(Exclusion exclusion, int i, int j) {
    return switch (exclusion) {
      case SAME_IMAGE -> equal(FACTS.imageId(i), FACTS.imageId(j)) ? FORBIDDEN : NOTHING;
      case SAME_IMAGE_IF_POSSIBLE -> equal(FACTS.imageId(i), FACTS.imageId(j)) ? UNWANTED : NOTHING;
      case SAME_CAPTION -> equal(FACTS.caption(i), FACTS.caption(j)) ? FORBIDDEN : NOTHING;
    };
  }

  private static boolean equal(Optional<String> one, Optional<String> other) {
    return one.isPresent() && one.equals(other);
  }

  private void suspect(PositiveMargin margin, boolean[][] suspected) {
    float[] bounds = bounds(margin);
    float[] wide = bounds(margin.witnessed());
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < ROWS; j++) {
        float forth = vectors.cosine(i, j);
        float back = vectors.cosine(j, i);
        float alike = Math.min(dot(vectors.image(), i, j), dot(vectors.text(), i, j));
        suspected[i][j] =
            forth > bounds[j]
                || back > bounds[i]
                || (margin.witness().isPresent()
                    && (forth > wide[j] || back > wide[i])
                    && alike >= margin.witness().get().part() * Math.max(forth, back));
      }
    }
  }

  private float[] bounds(PositiveMargin margin) {
    double mean =
        IntStream.range(0, ROWS).mapToDouble(row -> vectors.cosine(row, row)).sum() / ROWS;
    float[] bounds = new float[ROWS];
    for (int row = 0; row < ROWS; row++) {
      bounds[row] = margin.bound(margin.shrunk(vectors.cosine(row, row), mean));
    }
    return bounds;
  }

  private static float dot(float[] vectors, int i, int j) {
    return Kernel.cosine(vectors, vectors, DIMENSION, i, j);
  }
}
