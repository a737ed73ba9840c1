// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.report;

import dev.falcon.data.report.Markup;
import dev.falcon.data.report.Page;
import dev.falcon.data.sample.PairSide;
import dev.falcon.mining.audit.internal.count.Judged;
import dev.falcon.mining.audit.internal.draw.AuditPair;
import dev.falcon.mining.audit.internal.draw.Items;
import dev.falcon.mining.audit.request.AuditFigures;
import dev.falcon.mining.audit.request.Direction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/** A gallery of pairs: a judge's most certain matches, and its errors. */
final class PairGallery {
  private static final int SHOWN = 12;
  private static final int MOST_BYTES = 300_000;

  private final Judged judged;
  private final int judge;
  private final Map<String, List<Integer>> sections = new LinkedHashMap<>();

  /** Chooses the pairs of a judge. */
  public PairGallery(Judged judged, int judge) {
    this.judged = judged;
    this.judge = judge;
    Comparator<Integer> lowest =
        Comparator.comparingDouble((Integer pair) -> judged.scores()[judge][pair])
            .thenComparing(Comparator.naturalOrder());
    Comparator<Integer> highest =
        Comparator.comparingDouble((Integer pair) -> -judged.scores()[judge][pair])
            .thenComparing(Comparator.naturalOrder());
    sections.put("Highest scores", choose(pair -> true, highest));
    sections.put(
        "False negatives that it misses: true, and scored lowest",
        choose(pair -> judged.truth()[pair] == 1, lowest));
    sections.put(
        "False alarms: not true, and scored highest",
        choose(pair -> judged.truth()[pair] == 0, highest));
  }

  /** Returns the first wanted pairs in an order, each once even if it was drawn several times. */
  private List<Integer> choose(IntPredicate wanted, Comparator<Integer> order) {
    TreeSet<Integer> chosen = new TreeSet<>(order);
    Set<Long> identities = new HashSet<>();
    for (int pair = 0; pair < judged.pairs().size(); pair++) {
      if (!judged.audited(pair)
          || Float.isNaN(judged.scores()[judge][pair])
          || !wanted.test(pair)) {
        continue;
      }
      boolean better = chosen.size() < SHOWN || order.compare(pair, chosen.last()) < 0;
      if (better && identities.add(identity(pair))) {
        chosen.add(pair);
        if (chosen.size() > SHOWN) {
          identities.remove(identity(chosen.pollLast()));
        }
      }
    }
    return List.copyOf(chosen);
  }

  private long identity(int number) {
    AuditPair pair = judged.pairs().get(number);
    return (long) judged.items().sample(pair.image()) << 32 | pair.text();
  }

  /** Returns the pictures in the gallery. */
  public Stream<PairSide.Picture> pictures() {
    return sections.values().stream()
        .flatMap(List::stream)
        .map(judged.pairs()::get)
        .flatMap(this::sides)
        .flatMap(side -> side.picture().stream());
  }

  private Stream<PairSide> sides(AuditPair pair) {
    Items items = judged.items();
    return Stream.of(items.first(pair.image()), items.second(pair.text()));
  }

  public void write(Page page, Map<PairSide.Picture, byte[]> images) {
    sections.forEach(
        (title, pairs) -> {
          if (!pairs.isEmpty()) {
            page.part(title).add("<div class=\"gallery\">\n");
            pairs.forEach(pair -> figure(page, pair, images));
            page.add("</div>\n");
          }
        });
  }

  private void figure(Page page, int number, Map<PairSide.Picture, byte[]> images) {
    AuditPair pair = judged.pairs().get(number);
    Items items = judged.items();
    page.add("<figure>");
    sides(pair)
        .flatMap(side -> side.picture().stream())
        .forEach(
            picture ->
                page.add(
                    Markup.picture(
                        Optional.ofNullable(images.get(picture)), picture.key(), MOST_BYTES)));
    page.add("<figcaption>");
    Optional<String> anchor = items.first(pair.image()).words();
    anchor.ifPresent(words -> page.paragraph("anchor: " + words));
    items
        .second(pair.text())
        .words()
        .map(words -> anchor.isPresent() ? items.secondName() + ": " + words : words)
        .ifPresent(page::paragraph);
    page.add("<p class=\"faint\">");
    List<String> facts = new ArrayList<>();
    String kind = judged.kind(number).label();
    // A pair of a list or of a table has no direction of its own.
    facts.add(pair.direction() == Direction.EITHER ? kind : kind + ", " + pair.direction().label());
    if (!Float.isNaN(pair.quantile())) {
      facts.add("q " + AuditFigures.decimal(Math.round(pair.quantile() * 1e4) / 1e4));
    }
    facts.add(
        (items.first(pair.image()).words().isPresent() ? "anchor " : "image ")
            + items.imageKey(pair.image())
            + ", "
            + items.secondName()
            + " "
            + items.key(pair.text()));
    items
        .second(pair.image())
        .words()
        .filter(own -> !anchor.equals(Optional.of(own)))
        .ifPresent(own -> facts.add("its own: " + own));
    float similarity = judged.similarities().symmetric()[number];
    if (!Float.isNaN(similarity)) {
      facts.add(String.format(Locale.ROOT, "S %.3f", similarity));
    }
    for (int other = 0; other < judged.judges().size(); other++) {
      facts.add(
          String.format(
              Locale.ROOT,
              "%s %.3f",
              judged.judges().get(other).name(),
              judged.scores()[other][number]));
    }
    if (judged.truth()[number] >= 0) {
      facts.add("truth: " + (judged.truth()[number] == 1 ? "match" : "no match"));
    }
    facts.forEach(fact -> page.add(Markup.escape(fact)).add("<br>"));
    page.add("</p></figcaption></figure>\n");
  }
}
