// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import dev.falcon.data.Provenance;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.report.HtmlTable;
import dev.falcon.data.report.LinePlot;
import dev.falcon.data.report.Markup;
import dev.falcon.data.report.Page;
import dev.falcon.data.report.PagePictures;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.CorpusSummary;
import dev.falcon.mining.corpus.ListOutput;
import dev.falcon.mining.corpus.ListedItem;
import dev.falcon.mining.corpus.MinedList;
import dev.falcon.mining.corpus.SearchRecall;
import dev.falcon.mining.corpus.WithheldShare;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Lists of negatives as one page: how similar the negatives are, why candidates were excluded, and
 * the most similar pairs, with pictures if the data are available. It receives the lists while they
 * are written to an output of any form.
 */
public final class ListPage implements ListOutput {
  /** The number of a caption at the end of its key. */
  private static final Pattern CAPTION_NUMBER = Pattern.compile("#[0-9]+$");

  private final ListOutput lists;
  private final ListCounts counts = new ListCounts();

  /**
   * Creates a page of the lists of an output.
   *
   * @param lists the output, which also receives the lists
   */
  public ListPage(ListOutput lists) {
    this.lists = lists;
  }

  @Override
  public Path file() {
    return lists.file();
  }

  @Override
  public List<Path> beside() {
    return lists.beside();
  }

  @Override
  public Map<String, Object> options() {
    return lists.options();
  }

  @Override
  public boolean needsPositives() {
    return lists.needsPositives();
  }

  @Override
  public Sink begin(Provenance provenance, Iterable<ListedItem> corpus) {
    Sink sink = lists.begin(provenance, corpus);
    return new Sink() {
      @Override
      public long append(MinedList list) {
        long rows = sink.append(list);
        if (rows > 0) {
          counts.add(list);
        }
        return rows;
      }

      @Override
      public void commit() {
        sink.commit();
      }

      @Override
      public void close() {
        sink.close();
      }
    };
  }

  /**
   * Writes the page, after the lists.
   *
   * @param sides the sides of the lists
   * @param pictures the items' pictures; without them items are described by their texts
   */
  public void write(
      Path file,
      CorpusSummary summary,
      CorpusRequest.Sides sides,
      Optional<PagePictures> pictures) {
    Page page = new Page("Negatives in " + lists.file().getFileName());
    page.lead(sentence(summary)).facts(facts(summary));
    if (summary.negatives() > 0) {
      page.section("How similar the negatives are")
          .paragraph("Cosines of a query with its known positives and with its negatives.")
          .add(counts.cosines().plotOccupied("Cosines", "cosine", LinePlot.Size.WIDE));
      HtmlTable places = new HtmlTable(List.of("place", "negatives", "mean cosine", "nearer"));
      counts.places().forEach(places::row);
      page.add(places)
          .paragraph(
              "Place: in the list. Nearer: nearer than the least similar known positive, by the"
                  + " encoder; hard negatives, or false ones.");
    }
    if (!summary.leftOut().isEmpty()) {
      HtmlTable reasons = new HtmlTable(List.of("candidates left out", "number"));
      summary.leftOut().forEach((reason, count) -> reasons.row(List.of(reason, number(count))));
      page.section("Why candidates were left out").add(reasons);
    }
    if (summary.negatives() > 0) {
      hardest(page, sides, pictures);
    }
    AtomicFile.write(file, page.end("cosines are those of the search"));
  }

  private void hardest(Page page, CorpusRequest.Sides sides, Optional<PagePictures> pictures) {
    Set<String> wanted = new HashSet<>();
    counts
        .hardest()
        .forEach(pair -> wanted.addAll(List.of(sample(pair.query()), sample(pair.negative()))));
    Optional<Map<String, List<String>>> images =
        pictures.map(given -> given.of(wanted, PagePictures.SIDE));
    page.section("The hardest pairs")
        .paragraph(
            "A query, the negative below it, and what is known to be true of the query. Look"
                + " whether the negative is true, too: then it is false.")
        .add("<div class=\"gallery\">\n");
    for (ListCounts.Pair pair : counts.hardest()) {
      page.add("<figure>\n");
      for (int place = 0; place < 2; place++) {
        ListedItem item = place == 0 ? pair.query() : pair.negative();
        if (images.isPresent()) {
          List<String> own = images.get().getOrDefault(sample(item), List.of());
          boolean second = place == 1 && sides.corpus().hasImagePairs();
          int shown = second ? 1 : 0;
          page.add(shown < own.size() ? own.get(shown) : Markup.placeholder("no image"));
        }
        page.add("<figcaption>\n<b>")
            .add(place == 0 ? "query" : "negative")
            .add("</b>\n")
            .paragraph(item.caption().orElseGet(item::key));
        page.add("</figcaption>\n");
      }
      page.add("<figcaption class=\"faint\">");
      page.paragraph(
          String.format(
              Locale.ROOT,
              "cosine %.3f%s; %s, %s",
              pair.negative().cosine(),
              pair.negative().rank().isPresent()
                  ? String.format(
                      Locale.ROOT, ", candidates nearer: %,d", pair.negative().rank().getAsInt())
                  : "",
              pair.query().key(),
              pair.negative().key()));
      for (ListedItem positive : pair.positives()) {
        page.paragraph(
            String.format(
                Locale.ROOT,
                "known: %s (%.3f)",
                positive.caption().orElseGet(positive::key),
                positive.cosine()));
      }
      page.add("</figcaption></figure>\n");
    }
    page.add("</div>\n");
  }

  /** Returns the key of an item's sample: the item's key without a caption's number. */
  private static String sample(ListedItem item) {
    return CAPTION_NUMBER.matcher(item.key()).replaceFirst("");
  }

  private static String sentence(CorpusSummary summary) {
    String lists =
        String.format(
            Locale.ROOT,
            "%,d negatives in %,d lists, from %,d items.",
            summary.negatives(),
            summary.lists(),
            summary.corpus());
    double above = summary.positiveMean() - summary.negativeMean();
    return Double.isNaN(above)
        ? lists
        : lists
            + String.format(
                Locale.ROOT,
                " The negatives' mean cosine is %.2f, %.2f %s that of the positives.",
                summary.negativeMean(),
                Math.abs(above),
                above >= 0 ? "below" : "above");
  }

  private static Map<String, String> facts(CorpusSummary summary) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("queries", number(summary.queries()));
    facts.put("searched items", number(summary.corpus()));
    facts.put("rows", number(summary.rows()));
    facts.put("lists with too few", number(summary.shortLists()));
    facts.put("of them empty", number(summary.emptyLists()));
    facts.put("dropped", number(summary.dropped()));
    facts.put("filled at random", number(summary.filled()));
    facts.put("of no place in this form", number(summary.unplaced()));
    facts.put("without a known positive", number(summary.withoutPositives()));
    facts.put("rejected", number(summary.rejected()));
    summary.recall().ifPresent(recall -> recall(facts, recall));
    WithheldShare measured = summary.falseNegatives();
    if (measured.negatives() > 0) {
      facts.put(
          "false by withheld positives",
          String.format(
              Locale.ROOT,
              "%.1f %% (%.1f to %.1f %%)",
              100 * measured.share(),
              100 * measured.low(),
              100 * measured.high()));
    }
    return facts;
  }

  private static void recall(Map<String, String> facts, SearchRecall recall) {
    facts.put("search", recall.exactly() ? "exact: " + recall.whyExact() : "in clusters");
    if (!recall.exactly()) {
      facts.put("recall of candidates", share(recall.candidates()));
      if (recall.negatives().items() > 0) {
        facts.put("recall of negatives", share(recall.negatives()));
      }
      facts.put(
          "clusters per query",
          String.format(Locale.ROOT, "%.1f of %,d", recall.probes(), recall.clusters()));
      facts.put("compared pairs", String.format(Locale.ROOT, "%.2f %%", 100 * recall.pairs()));
    }
  }

  private static String share(SearchRecall.Share share) {
    return String.format(
        Locale.ROOT,
        "%.2f %% (%.2f to %.2f %%)",
        100 * share.share(),
        100 * share.low(),
        100 * share.high());
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
