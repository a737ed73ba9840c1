// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks;

import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.statistics.labelled.LabelClusters;
import dev.falcon.data.statistics.labelled.LabelledShare;
import dev.falcon.data.statistics.labelled.ScoreStrata;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.label.LabelAnswer;
import dev.falcon.mining.label.LabelCount;
import dev.falcon.mining.label.LabelDesign;
import dev.falcon.mining.label.LabelOrder;
import dev.falcon.mining.label.LabelPair;
import dev.falcon.mining.label.LabelResult;
import dev.falcon.mining.label.LabelVotes;
import dev.falcon.mining.label.PairContents;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * How often the intervals of labels hold, how wide they are, and how many labels a judge saves: on
 * drawn worlds of known truth, or on an audit whose truth is known; and how often they hold where
 * labelling stops by what is seen; or how long a result takes. Arguments: {@code runs=200}, {@code
 * runs=100 stops=true}, {@code runs=300 pairs=audit/pairs.parquet data=DATASET}, or {@code
 * speed=100000}.
 */
public final class LabelBenchmark {
  private static final int[] COUNTS = {100, 300, 1000};

  /** The area under the ROC curve, and the normal quantile of it. */
  private static final double[][] JUDGES = {{0.6, 0.2533471}, {0.8, 0.8416212}, {0.95, 1.6448536}};

  private LabelBenchmark() {}

  /** Runs the study. */
  public static void main(String[] arguments) {
    Map<String, String> options = new TreeMap<>(Map.of("runs", "200"));
    for (String argument : arguments) {
      String[] parts = argument.split("=", 2);
      options.put(parts[0], parts.length == 2 ? parts[1] : "");
    }
    int runs = Integer.parseInt(options.get("runs"));
    if (options.containsKey("speed")) {
      speed(Integer.parseInt(options.get("speed")));
      return;
    }
    if (options.containsKey("stops")) {
      System.out.println(
          "| pairs | judge | whenever one stops: holds at all moments | half width | stops at |"
              + " holds there |");
      System.out.println("|---|---|---|---|---|---|");
      ofWorlds(runs, true);
      return;
    }
    System.out.println(
        "| pairs | judge | labels | first order | no judge: holds, width | judge: holds, width |"
            + " whenever one stops: holds, width | labels saved |");
    System.out.println("|---|---|---|---|---|---|---|---|");
    if (options.containsKey("pairs")) {
      ofAudit(Path.of(options.get("pairs")), options.get("data"), runs);
    } else {
      ofWorlds(runs, false);
    }
  }

  /** How long the order of pairs takes, and a result of 1,000 labels with three judges. */
  private static void speed(int pairs) {
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    RandomStream random = RandomStream.of(1, "label speed");
    List<LabelPair> drawn = new ArrayList<>(pairs);
    for (int i = 0; i < pairs; i++) {
      int image = random.nextInt(pairs / 5);
      int caption = random.nextInt(pairs / 5);
      drawn.add(
          new LabelPair("i" + image, "t" + i, 1, image, caption, (float) random.nextDouble()));
    }
    for (int repetition = 0; repetition < 5; repetition++) {
      long begin = clock.getCurrentThreadCpuTime();
      LabelOrder order = order(drawn, repetition);
      long ordered = clock.getCurrentThreadCpuTime();
      List<LabelAnswer> answers = new ArrayList<>();
      Map<String, float[]> scores = new TreeMap<>();
      for (String judge : List.of("a", "b", "c")) {
        float[] own = new float[pairs];
        for (int rank = 0; rank < pairs; rank++) {
          own[rank] = order.pairs().get(rank).score();
        }
        scores.put(judge, own);
      }
      for (int rank = 0; rank < 1_000; rank++) {
        LabelPair pair = order.pairs().get(rank);
        answers.add(
            new LabelAnswer(
                pair.imageKey(),
                pair.textKey(),
                random.nextDouble() < 0.2,
                "ann",
                "2026-01-01T00:00:00Z",
                2_000,
                rank,
                "",
                false,
                false,
                false,
                false,
                null));
      }
      long before = clock.getCurrentThreadCpuTime();
      LabelResult result =
          new LabelCount(order, new LabelVotes(answers)).result(scores, OptionalDouble.empty());
      System.out.printf(
          Locale.ROOT,
          "%,d pairs: ordered in %.2f s of processor time; the result of %,d labels in %.2f s%n",
          pairs,
          (ordered - begin) / 1e9,
          result.labels(),
          (clock.getCurrentThreadCpuTime() - before) / 1e9);
    }
  }

  /** Sums over runs, for one count of labels. */
  private static final class Tally {
    private int runs;
    private Interval first = new Interval(0, 1);
    private final int[] holds = new int[3];
    private final double[] width = new double[3];

    void add(double truth, LabelledShare alone, LabelledShare judged, int labels) {
      Interval[] intervals = {alone.fixed(), judged.fixed(), judged.anytime(labels)};
      first = runs++ == 0 ? judged.fixed() : first;
      for (int i = 0; i < 3; i++) {
        holds[i] += intervals[i].contains(truth) ? 1 : 0;
        width[i] += 200 * intervals[i].halfWidth();
      }
    }

    String cells() {
      StringBuilder text =
          new StringBuilder(
              String.format(Locale.ROOT, "[%.1f, %.1f] | ", 100 * first.low(), 100 * first.high()));
      for (int i = 0; i < 3; i++) {
        text.append(
            String.format(
                Locale.ROOT, "%.1f %%, %.1f | ", 100.0 * holds[i] / runs, width[i] / runs));
      }
      double ratio = width[1] / width[0];
      return text.append(String.format(Locale.ROOT, "%.0f %% |", 100 * (1 - ratio * ratio)))
          .toString();
    }
  }

  private static void study(
      List<LabelPair> pairs, Map<String, Boolean> truth, double share, long seed, Tally[] tallies) {
    LabelOrder judged = order(pairs, seed);
    List<LabelPair> unscored =
        pairs.stream()
            .map(
                pair ->
                    new LabelPair(
                        pair.imageKey(),
                        pair.textKey(),
                        pair.weight(),
                        pair.image(),
                        pair.caption(),
                        Float.NaN))
            .toList();
    LabelOrder alone = order(unscored, seed);
    for (int i = 0; i < COUNTS.length; i++) {
      int count = Math.min(COUNTS[i], pairs.size());
      tallies[i].add(share, estimate(alone, truth, count), estimate(judged, truth, count), count);
    }
  }

  private static LabelOrder order(List<LabelPair> pairs, long seed) {
    return LabelOrder.draw(new LabelDesign("listed", null, "judge", seed, ""), pairs);
  }

  private static LabelledShare estimate(LabelOrder order, Map<String, Boolean> truth, int count) {
    byte[] answers = new byte[order.pairs().size()];
    Arrays.fill(answers, ScoreStrata.NO_LABEL);
    for (int rank = 0; rank < count; rank++) {
      answers[rank] = (byte) (truth.get(LabelWorld.name(order.pairs().get(rank))) ? 1 : 0);
    }
    return new ScoreStrata(
            order.bins(),
            order.pairs().stream().mapToDouble(LabelPair::weight).toArray(),
            new LabelClusters(
                order.pairs().stream().mapToInt(LabelPair::image).toArray(),
                order.pairs().stream().mapToInt(LabelPair::caption).toArray()))
        .estimate(answers);
  }

  private static Tally[] tallies() {
    Tally[] tallies = new Tally[COUNTS.length];
    Arrays.setAll(tallies, i -> new Tally());
    return tallies;
  }

  private static void print(String pairs, String judge, Tally[] tallies) {
    for (int i = 0; i < COUNTS.length; i++) {
      System.out.printf(
          Locale.ROOT, "| %s | %s | %,d | %s%n", pairs, judge, COUNTS[i], tallies[i].cells());
    }
  }

  private static void ofWorlds(int runs, boolean stops) {
    for (double rate : new double[] {0.01, 0.1, 0.3}) {
      double mean = LabelWorld.mean(rate);
      for (double[] judge : JUDGES) {
        String pairs = String.format(Locale.ROOT, "%.0f %%", 100 * rate);
        Tally[] tallies = tallies();
        Stops stopped = new Stops();
        for (int run = 0; run < runs; run++) {
          RandomStream random = RandomStream.of(run, "label study", (long) (1000 * rate));
          LabelWorld world = LabelWorld.draw(random, mean, Math.sqrt(2) * judge[1]);
          if (stops) {
            stopped.add(order(world.pairs(), run), world.truth(), rate);
          } else {
            study(world.pairs(), world.truth(), rate, run, tallies);
          }
        }
        if (stops) {
          stopped.print(pairs, "AUC " + judge[0]);
        } else {
          print(pairs, "AUC " + judge[0], tallies);
        }
      }
    }
  }

  /** Looks at the intervals again and again while labels are added, up to 1,000. */
  private static final class Stops {
    private static final int STEP = 10;
    private static final int FEWEST = 20;
    private static final int FEWEST_TO_STOP = 50;
    private static final int MOST = 1_000;
    private static final double[] HALF_WIDTHS = {0.05, 0.03};
    private int runs;
    private int held;
    private final int[] stopped = new int[HALF_WIDTHS.length];
    private final int[] heldThere = new int[HALF_WIDTHS.length];
    private final long[] labels = new long[HALF_WIDTHS.length];

    void add(LabelOrder order, Map<String, Boolean> truth, double share) {
      boolean always = true;
      boolean[] done = new boolean[HALF_WIDTHS.length];
      for (int count = FEWEST; count <= MOST; count += STEP) {
        LabelledShare estimate = estimate(order, truth, count);
        always &= estimate.anytime(count).contains(share);
        for (int i = 0; i < done.length; i++) {
          if (!done[i]
              && count >= FEWEST_TO_STOP
              && estimate.fixed().halfWidth() <= HALF_WIDTHS[i]) {
            done[i] = true;
            stopped[i]++;
            labels[i] += count;
            heldThere[i] += estimate.fixed().contains(share) ? 1 : 0;
          }
        }
      }
      runs++;
      held += always ? 1 : 0;
    }

    void print(String pairs, String judge) {
      for (int i = 0; i < HALF_WIDTHS.length; i++) {
        System.out.printf(
            Locale.ROOT,
            "| %s | %s | %.1f %% | ± %.0f | %s | %s |%n",
            pairs,
            judge,
            100.0 * held / runs,
            100 * HALF_WIDTHS[i],
            stopped[i] == 0 ? "–" : String.format(Locale.ROOT, "%d", labels[i] / stopped[i]),
            stopped[i] == 0
                ? "–"
                : String.format(
                    Locale.ROOT, "%.1f %% of %d", 100.0 * heldThere[i] / stopped[i], stopped[i]));
      }
    }
  }

  /** An audit whose truth is known of all pairs: other seeds choose other labels. */
  private static void ofAudit(Path file, String data, int runs) {
    PairContents contents = PairContents.read(SampleSources.open(data), Progress.NONE);
    List<String> judges;
    try (TableReader table = TableReader.open(file)) {
      judges =
          table.columns().stream()
              .filter(name -> name.matches("(match_probability|cosine|score)_.*"))
              .toList();
    }
    for (String judge : judges) {
      Map<String, Boolean> truth = new TreeMap<>();
      List<LabelPair> pairs = read(file, judge, contents, truth);
      double all = pairs.stream().mapToDouble(LabelPair::weight).sum();
      double matches =
          pairs.stream()
              .filter(pair -> truth.get(LabelWorld.name(pair)))
              .mapToDouble(LabelPair::weight)
              .sum();
      Tally[] tallies = tallies();
      for (int run = 0; run < runs; run++) {
        study(pairs, truth, matches / all, run, tallies);
      }
      print(String.format(Locale.ROOT, "%.1f %%", 100 * matches / all), judge, tallies);
    }
  }

  private static List<LabelPair> read(
      Path file, String judge, PairContents contents, Map<String, Boolean> truth) {
    List<LabelPair> pairs = new ArrayList<>();
    try (TableReader table = TableReader.open(file)) {
      int image = table.column(ColumnType.UTF8, "image_key");
      int text = table.column(ColumnType.UTF8, "text_key");
      int weight = table.column(ColumnType.FLOAT64, "weight");
      int known = table.column(ColumnType.BOOL, "truth");
      int score = table.column(ColumnType.FLOAT32, judge);
      while (table.next()) {
        LabelPair pair =
            new LabelPair(
                table.getString(image),
                table.getString(text),
                table.getDouble(weight),
                contents.imageNumber(table.getString(image)),
                contents.captionNumber(table.getString(text)),
                table.isNull(score) ? Float.NaN : table.getFloat(score));
        pairs.add(pair);
        truth.put(LabelWorld.name(pair), table.getBoolean(known));
      }
    }
    return pairs;
  }
}
