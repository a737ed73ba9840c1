// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.compare;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.report.Axis;
import dev.falcon.data.report.HtmlTable;
import dev.falcon.data.report.IntervalChart;
import dev.falcon.data.report.Markup;
import dev.falcon.data.report.Page;
import dev.falcon.data.report.PagePictures;
import dev.falcon.data.statistics.Interval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A page on two models, with the items that were won and lost. */
public final class SuiteComparisonPage {
  /** The greatest number of items that are shown of each kind. */
  private static final int SHOWN = 12;

  private final SuiteComparison comparison;
  private final List<RunPair> pairs;
  private final Optional<PagePictures> pictures;
  private final Set<String> named = new LinkedHashSet<>();
  private boolean isShown;

  private SuiteComparisonPage(
      SuiteComparison comparison, List<RunPair> pairs, Optional<PagePictures> pictures) {
    this.comparison = comparison;
    this.pairs = pairs;
    this.pictures = pictures;
  }

  /**
   * Writes a page.
   *
   * @param pictures the items' pictures, by the names of the images; empty to show none
   * @throws RequestException if the pictures are of none of the items that are shown
   */
  public static void write(
      Path file, SuiteComparison comparison, PairedRuns runs, Optional<PagePictures> pictures) {
    SuiteComparisonPage page = new SuiteComparisonPage(comparison, runs.pairs(), pictures);
    String text = page.page();
    if (pictures.isPresent() && !page.isShown && !page.named.isEmpty()) {
      throw new RequestException(
          file
              + ": would show none of the images, the first '"
              + page.named.iterator().next()
              + "'; name the folder below which they lie, or the dataset of these keys");
    }
    AtomicFile.write(file, text);
  }

  private String page() {
    Page page = new Page("Two models on " + subject());
    page.lead(comparison.verdict());
    comparison.notes().forEach(page::caution);
    page.section("Differences")
        .paragraph(
            "Points of B minus A, with 95 % intervals "
                + (comparison.seeds() > 1
                    ? "over " + comparison.seeds() + " seeds."
                    : "that draw images."))
        .add(chart())
        .add(table());
    gallery(page, "Won by B", item -> difference(item));
    gallery(page, "Lost by B", item -> -difference(item));
    return page.end("A: " + files(true) + "; B: " + files(false));
  }

  private String subject() {
    return comparison.suite().isEmpty() ? "the same items" : comparison.suite();
  }

  private String files(boolean first) {
    return String.join(
        ", ",
        pairs.stream()
            .map(pair -> (first ? pair.before() : pair.after()).file().toString())
            .toList());
  }

  private List<ComparedItems> rows() {
    return Stream.of(
            Stream.of(comparison.all()),
            comparison.subsets().stream(),
            comparison.seen().stream(),
            comparison.unseen().stream())
        .flatMap(rows -> rows)
        .toList();
  }

  private IntervalChart chart() {
    List<Double> ends = new ArrayList<>(List.of(0.0));
    for (ComparedItems row : rows()) {
      Interval interval = interval(row);
      ends.addAll(List.of(interval.low(), interval.high()));
    }
    IntervalChart chart = new IntervalChart("Difference", Axis.around("points", ends));
    for (ComparedItems row : rows()) {
      Interval interval = interval(row);
      chart.row(
          name(row),
          points(row.difference()),
          List.of(
              new IntervalChart.Mark(
                  "", 0, row.difference(), interval.low(), interval.high(), row.bySeed())));
    }
    return chart;
  }

  private static Interval interval(ComparedItems row) {
    return row.interval().orElse(new Interval(row.difference(), row.difference()));
  }

  private static String name(ComparedItems row) {
    return row.name().equals(SuiteComparison.ROWS) ? "all items" : row.name();
  }

  private HtmlTable table() {
    HtmlTable table =
        new HtmlTable(
            List.of("", "items", "A %", "B %", "B - A", "won", "lost", "p", "Holm", "finding"));
    for (ComparedItems row : rows()) {
      table.row(
          List.of(
              name(row),
              String.format(Locale.ROOT, "%,d", row.items()),
              String.format(Locale.ROOT, "%.2f", row.first()),
              String.format(Locale.ROOT, "%.2f", row.second()),
              points(row.difference()),
              String.format(Locale.ROOT, "%,d", row.won()),
              String.format(Locale.ROOT, "%,d", row.lost()),
              String.format(Locale.ROOT, "%.2g", row.p()),
              String.format(Locale.ROOT, "%.2g", row.holmP()),
              row.finding().words()));
    }
    return table;
  }

  private static String points(double difference) {
    return String.format(Locale.ROOT, "%+.2f", difference);
  }

  /** Returns by how much B is better on an item, summed over seeds. */
  private double difference(int item) {
    return pairs.stream().mapToDouble(pair -> pair.difference(item)).sum();
  }

  /** Returns by how much B's margin is larger, summed over seeds; 0 if it is not known. */
  private double margin(int item) {
    double sum =
        pairs.stream()
            .mapToDouble(
                pair ->
                    pair.after().rows().get(item).margin()
                        - pair.before().rows().get(item).margin())
            .sum();
    return Double.isFinite(sum) ? sum : 0;
  }

  /** Adds the items with the largest gains by a sign, and of these the clearest. */
  private void gallery(Page page, String heading, ToDoubleFunction<Integer> gain) {
    List<Integer> items =
        IntStream.range(0, pairs.get(0).before().rows().size())
            .boxed()
            .filter(item -> gain.applyAsDouble(item) > 0)
            .sorted(
                Comparator.comparingDouble((Integer item) -> -gain.applyAsDouble(item))
                    .thenComparingDouble(item -> -Math.abs(margin(item))))
            .toList();
    page.section(heading);
    if (items.isEmpty()) {
      page.paragraph("None.");
      return;
    }
    List<Integer> shown = items.subList(0, Math.min(SHOWN, items.size()));
    page.paragraph(
        String.format(
            Locale.ROOT,
            "%,d of %,d items, those first whose scores changed most.",
            shown.size(),
            items.size()));
    Set<String> wanted = new LinkedHashSet<>();
    shown.forEach(item -> wanted.addAll(images(row(item))));
    Map<String, List<String>> found =
        pictures.map(all -> all.of(wanted, PagePictures.SIDE)).orElse(Map.of());
    named.addAll(wanted);
    isShown |= !found.isEmpty();
    page.add("<div class=\"gallery\">\n");
    shown.forEach(item -> figure(page, item, found));
    page.add("</div>\n");
  }

  private ItemRun.Row row(int item) {
    return pairs.get(0).before().rows().get(item);
  }

  private static List<String> images(ItemRun.Row row) {
    return row.images().isEmpty() ? List.of(row.image()) : row.images();
  }

  private void figure(Page page, int item, Map<String, List<String>> found) {
    ItemRun.Row row = row(item);
    page.add("<figure>\n");
    images(row).forEach(image -> found.getOrDefault(image, List.of()).forEach(page::add));
    page.add("<figcaption>\n");
    row.captions().forEach(page::paragraph);
    page.add("</figcaption>\n<figcaption class=\"faint\">");
    String subset = row.subset().isEmpty() ? "" : row.subset() + ", ";
    page.add(Markup.escape(subset + row.item() + " on " + row.image() + margins(item)));
    page.add("</figcaption></figure>\n");
  }

  private String margins(int item) {
    RunPair first = pairs.get(0);
    double before = first.before().rows().get(item).margin();
    double after = first.after().rows().get(item).margin();
    return Double.isNaN(before + after)
        ? ""
        : String.format(Locale.ROOT, "; margin %+.3f in A, %+.3f in B", before, after);
  }
}
