// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.compare;

import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.statistics.Holm;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.statistics.McNemar;
import dev.falcon.eval.compositional.compare.ImageBootstrap.Intervals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Two runs of the same items.
 *
 * @param before the baseline
 * @param after the other run
 * @param columns the columns that are compared
 */
record RunPair(ItemRun before, ItemRun after, ComparedColumns columns) {
  private static final double POINTS = 100;

  /**
   * Pairs two runs, by the items that have a value.
   *
   * @throws dev.falcon.data.RequestException if they are not of the same items
   */
  static RunPair of(ItemRun before, ItemRun after, ComparedColumns columns) {
    before.requireSameItems(after);
    return new RunPair(before.measured(), after.measured(), columns);
  }

  /** Compares the runs. */
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
                everything.stream().mapToDouble(this::difference).toArray(),
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
        items(
            SuiteComparison.ROWS,
            everything,
            test(everything).exact(),
            intervals.map(Intervals::ofRows));
    boolean several = groups.size() > 1;
    Optional<Double> captions = side(ItemRun.Row::caption);
    Optional<Double> images = side(ItemRun.Row::imageSide);
    Optional<Double> mean = side(ItemRun.Row::meanImage);
    return new SuiteComparison(
        provenance(seed),
        before.suite(),
        1,
        notes(),
        all,
        several ? subsets : List.of(),
        several ? subsetMean : Double.NaN,
        several ? intervals.map(Intervals::ofSubsets).map(RunPair::points) : Optional.empty(),
        apart("on images in training", everything, true, seed),
        apart("on other images", everything, false, seed),
        captions,
        images,
        mean);
  }

  private String image(int item) {
    return before.rows().get(item).image();
  }

  /** Returns the second's value less the first's: 1 for an item that is won, -1 for a lost one. */
  double difference(int item) {
    return value(after, item) - value(before, item);
  }

  private static double value(ItemRun run, int item) {
    return run.rows().get(item).value().orElseThrow();
  }

  private McNemar test(List<Integer> items) {
    return new McNemar(
        (int) items.stream().filter(item -> difference(item) > 0).count(),
        (int) items.stream().filter(item -> difference(item) < 0).count());
  }

  private ComparedItems items(
      String name, List<Integer> items, double corrected, Optional<Interval> interval) {
    McNemar test = test(items);
    double count = items.size();
    double first = items.stream().mapToDouble(item -> value(before, item)).sum();
    double second = items.stream().mapToDouble(item -> value(after, item)).sum();
    ClusteredDifference closed =
        ClusteredDifference.of(
            items.stream().map(this::difference).toList(),
            items.stream().map(this::image).toList());
    return new ComparedItems(
        name,
        items.size(),
        (int) items.stream().map(this::image).distinct().count(),
        POINTS * first / count,
        POINTS * second / count,
        POINTS * (second - first) / count,
        interval.map(RunPair::points),
        test.won(),
        test.lost(),
        test.exact(),
        test.mid(),
        corrected,
        POINTS * closed.standardError(),
        closed.designEffect(),
        ComparedItems.Finding.of(test, corrected),
        List.of());
  }

  /** Returns the items on images that were in the training data, or were not. */
  private Optional<ComparedItems> apart(
      String name, List<Integer> everything, boolean trained, long seed) {
    List<Integer> items =
        everything.stream()
            .filter(item -> after.rows().get(item).trained().filter(t -> t == trained).isPresent())
            .toList();
    if (items.isEmpty()) {
      return Optional.empty();
    }
    Optional<Intervals> intervals =
        new ImageBootstrap(
                items.stream().map(this::image).toList(),
                new int[items.size()],
                items.stream().mapToDouble(this::difference).toArray(),
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
    List<Provenance.Input> inputs = new ArrayList<>();
    for (ItemRun run : List.of(before, after)) {
      run.inputs().forEach(file -> inputs.add(Provenance.Input.of(InputRole.RUNS, file)));
    }
    return Provenance.of("eval compare", seed, columns.options(), inputs);
  }

  /** Returns what is unusual about the two runs. */
  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (!before.model().isEmpty() && before.model().equals(after.model())) {
      notes.add("both runs are of the same model");
    }
    if (!before.scoredBy().equals(after.scoredBy())) {
      notes.add(
          "pairs are scored by "
              + before.scoredBy()
              + " in A and by "
              + after.scoredBy()
              + " in B");
    }
    return notes;
  }
}
