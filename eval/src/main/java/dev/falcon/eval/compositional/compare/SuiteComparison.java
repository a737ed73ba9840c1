package dev.falcon.eval.compositional.compare;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.statistics.Holm;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.statistics.McNemar;
import dev.falcon.eval.compositional.compare.ImageBootstrap.Intervals;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Two models on the same items: a paired comparison, item by item. All numbers are in percent and
 * points; differences are the second model's share minus the first's.
 *
 * @param provenance Falcon's version and the tables
 * @param suite the suite's name; empty if the tables are not Falcon's
 * @param all all items
 * @param subsets each subset, if there are several
 * @param subsetMean the difference of the mean of the subsets' shares; NaN without subsets
 * @param subsetMeanInterval its 95 % interval
 * @param seen the items on images of the second model's training data; empty if these are not known
 * @param unseen all other items; empty likewise
 * @param captionSide the difference on the captions' side; empty if the tables do not say
 * @param imageSide the difference on the images' side; empty likewise
 * @param meanImage the difference of the share of taking the caption nearest to the mean image,
 *     which looks at no image; empty likewise
 * @param verdict the finding in a sentence
 */
@JsonPropertyOrder({
  "provenance",
  "suite",
  "verdict",
  "all",
  "subsets",
  "subsetMean",
  "subsetMeanInterval",
  "seen",
  "unseen",
  "captionSide",
  "imageSide",
  "meanImage"
})
public record SuiteComparison(
    Provenance provenance,
    String suite,
    ComparedItems all,
    List<ComparedItems> subsets,
    double subsetMean,
    Optional<Interval> subsetMeanInterval,
    Optional<ComparedItems> seen,
    Optional<ComparedItems> unseen,
    Optional<Double> captionSide,
    Optional<Double> imageSide,
    Optional<Double> meanImage,
    String verdict) {
  /** The name of the comparison over all items. */
  public static final String ROWS = "rows";

  /** The name of the mean of subsets. */
  public static final String SUBSETS = "subsets";

  private static final double POINTS = 100;

  public SuiteComparison {
    subsets = List.copyOf(subsets);
  }

  /**
   * Compares two runs.
   *
   * @param first the baseline: a folder of {@code eval compositional}, its table of items, or any
   *     table with a column {@code right}
   * @param second the other run, of the same items
   * @param seed the seed of the bootstrap
   * @throws RequestException if the runs are not of the same items
   */
  public static SuiteComparison of(Path first, Path second, long seed) {
    ItemRun before = ItemRun.read(first);
    ItemRun after = ItemRun.read(second);
    before.requireSameItems(after);
    return new Pairing(before, after).compared(seed);
  }

  /** Two runs of the same items. */
  private record Pairing(ItemRun before, ItemRun after) {
    SuiteComparison compared(long seed) {
      Map<String, List<Integer>> bySubset = new LinkedHashMap<>();
      for (int i = 0; i < before.rows().size(); i++) {
        bySubset.computeIfAbsent(before.rows().get(i).subset(), none -> new ArrayList<>()).add(i);
      }
      List<List<Integer>> groups = List.copyOf(bySubset.values());
      int[] group = new int[before.rows().size()];
      for (int g = 0; g < groups.size(); g++) {
        for (int item : groups.get(g)) {
          group[item] = g;
        }
      }
      List<Integer> everything = IntStream.range(0, group.length).boxed().toList();
      Optional<Intervals> intervals =
          new ImageBootstrap(
                  everything.stream().map(this::image).toList(),
                  group,
                  everything.stream().mapToInt(this::difference).toArray(),
                  groups.size())
              .intervals(seed);
      double[] corrected =
          Holm.adjusted(groups.stream().mapToDouble(items -> test(items).exact()).toArray());
      List<ComparedItems> subsets = new ArrayList<>();
      double subsetMean = 0;
      for (int g = 0; g < groups.size(); g++) {
        int number = g;
        String name = List.copyOf(bySubset.keySet()).get(g);
        subsets.add(
            items(
                name,
                groups.get(g),
                corrected[g],
                intervals.flatMap(all -> all.ofGroups().get(number))));
        subsetMean += subsets.get(g).difference() / groups.size();
      }
      ComparedItems all =
          items(ROWS, everything, test(everything).exact(), intervals.map(Intervals::ofRows));
      boolean several = groups.size() > 1;
      Optional<Double> captions = side(ItemRun.Row::caption);
      Optional<Double> images = side(ItemRun.Row::imageSide);
      Optional<Double> mean = side(ItemRun.Row::meanImage);
      return new SuiteComparison(
          provenance(seed),
          before.suite(),
          all,
          several ? subsets : List.of(),
          several ? subsetMean : Double.NaN,
          several ? intervals.map(Intervals::ofSubsets).map(Pairing::points) : Optional.empty(),
          apart("on images in training", everything, true, seed),
          apart("on other images", everything, false, seed),
          captions,
          images,
          mean,
          verdict(all, several ? subsets : List.of(), captions, images, mean));
    }

    private String image(int item) {
      return before.rows().get(item).image();
    }

    /** Returns 1 for an item that is won, -1 for one that is lost, and 0 otherwise. */
    private int difference(int item) {
      return (after.rows().get(item).right() ? 1 : 0) - (before.rows().get(item).right() ? 1 : 0);
    }

    private McNemar test(List<Integer> items) {
      return new McNemar(
          (int) items.stream().filter(item -> difference(item) > 0).count(),
          (int) items.stream().filter(item -> difference(item) < 0).count());
    }

    private ComparedItems items(
        String name, List<Integer> items, double corrected, Optional<Interval> interval) {
      McNemar test = test(items);
      int right = (int) items.stream().filter(item -> before.rows().get(item).right()).count();
      double count = items.size();
      ClusteredDifference closed =
          ClusteredDifference.of(
              items.stream().map(this::difference).toList(),
              items.stream().map(this::image).toList());
      return new ComparedItems(
          name,
          items.size(),
          (int) items.stream().map(this::image).distinct().count(),
          POINTS * right / count,
          POINTS * (right + test.won() - test.lost()) / count,
          POINTS * (test.won() - test.lost()) / count,
          interval.map(Pairing::points),
          test.won(),
          test.lost(),
          test.exact(),
          test.mid(),
          corrected,
          POINTS * closed.standardError(),
          closed.designEffect(),
          ComparedItems.Finding.of(test, corrected));
    }

    /** Returns the items on images that were in the training data, or were not. */
    private Optional<ComparedItems> apart(
        String name, List<Integer> everything, boolean trained, long seed) {
      List<Integer> items =
          everything.stream()
              .filter(
                  item -> after.rows().get(item).trained().filter(t -> t == trained).isPresent())
              .toList();
      if (items.isEmpty()) {
        return Optional.empty();
      }
      Optional<Intervals> intervals =
          new ImageBootstrap(
                  items.stream().map(this::image).toList(),
                  new int[items.size()],
                  items.stream().mapToInt(this::difference).toArray(),
                  1)
              .intervals(seed);
      return Optional.of(items(name, items, test(items).exact(), intervals.map(Intervals::ofRows)));
    }

    private static Interval points(Interval share) {
      return new Interval(POINTS * share.low(), POINTS * share.high());
    }

    /** Returns the difference of another outcome; empty if an item lacks it. */
    private Optional<Double> side(Function<ItemRun.Row, Optional<Boolean>> outcome) {
      int difference = 0;
      for (int i = 0; i < before.rows().size(); i++) {
        Optional<Boolean> first = outcome.apply(before.rows().get(i));
        Optional<Boolean> second = outcome.apply(after.rows().get(i));
        if (first.isEmpty() || second.isEmpty()) {
          return Optional.empty();
        }
        difference += (second.get() ? 1 : 0) - (first.get() ? 1 : 0);
      }
      return Optional.of(POINTS * difference / before.rows().size());
    }

    private Provenance provenance(long seed) {
      return Provenance.of(
          "eval compare",
          seed,
          Map.of(),
          List.of(
              Provenance.Input.of(InputRole.RUNS, before.file()),
              Provenance.Input.of(InputRole.RUNS, after.file())));
    }
  }

  private static String verdict(
      ComparedItems all,
      List<ComparedItems> subsets,
      Optional<Double> captions,
      Optional<Double> images,
      Optional<Double> mean) {
    List<String> parts = new ArrayList<>();
    parts.add(
        String.format(
            Locale.ROOT,
            "%s: %+.2f points over all items (won %,d, lost %,d, p %.2g)",
            all.finding().words(),
            all.difference(),
            all.won(),
            all.lost(),
            all.exactP()));
    if (!subsets.isEmpty()) {
      List<String> counts = new ArrayList<>();
      for (ComparedItems.Finding finding : ComparedItems.Finding.values()) {
        long count = subsets.stream().filter(subset -> subset.finding() == finding).count();
        if (count > 0) {
          counts.add(finding.words() + " in " + count);
        }
      }
      parts.add("of " + subsets.size() + " subsets, " + String.join(", ", counts));
    }
    images.ifPresent(
        difference ->
            captions.ifPresent(
                caption ->
                    parts.add(
                        String.format(
                            Locale.ROOT,
                            "the caption side %+.2f, the image side %+.2f%s",
                            caption,
                            difference,
                            all.difference() > 0 && caption > 2 * difference
                                ? ": the gain is mostly in texts"
                                : ""))));
    mean.ifPresent(
        difference ->
            parts.add(
                String.format(Locale.ROOT, "without looking at the image %+.2f", difference)));
    return String.join("; ", parts);
  }
}
