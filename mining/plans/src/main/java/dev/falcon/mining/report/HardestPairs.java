// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.report;

import dev.falcon.data.report.Markup;
import dev.falcon.data.report.Page;
import dev.falcon.data.report.PagePictures;
import dev.falcon.data.store.EmbeddingStore;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The most similar pairs of a plan. Each has two images, or texts in their place, and two captions,
 * or images in their place.
 */
final class HardestPairs {
  /** The number of a caption at the end of its key. */
  private static final Pattern CAPTION_NUMBER = Pattern.compile("#[0-9]+$");

  private HardestPairs() {}

  static void write(
      Page page,
      List<PlanCounts.Pair> pairs,
      EmbeddingStore store,
      Optional<PagePictures> pictures) {
    Set<String> wanted = new HashSet<>();
    pairs.forEach(
        pair -> wanted.addAll(List.of(key(store, pair.anchor()), key(store, pair.chosen()))));
    Optional<Map<String, List<String>>> shown = shown(pictures, store, wanted, PagePictures.SIDE);
    page.section("The hardest pairs")
        .paragraph(
            "An anchor, and the negative that was chosen for it below. "
                + question(store)
                + ": then the negative is false.")
        .add("<div class=\"gallery\">\n");
    for (PlanCounts.Pair pair : pairs) {
      page.add("<figure>\n");
      for (long row : new long[] {pair.anchor(), pair.chosen()}) {
        String key = key(store, row);
        shown.ifPresent(images -> add(page, images.getOrDefault(key, List.of())));
        page.add("<figcaption>\n<b>")
            .add(row == pair.anchor() ? "anchor" : "negative")
            .add("</b>\n");
        store.anchor(row).ifPresent(page::paragraph);
        page.paragraph(store.caption(row).orElseGet(() -> store.key(row)));
        page.add("</figcaption>\n");
      }
      page.add("<figcaption class=\"faint\">")
          .add(
              Markup.escape(
                  String.format(
                      Locale.ROOT,
                      "S %.3f, candidates nearer: %,d of %,d; %s, %s",
                      pair.similarity(),
                      pair.candidates() - 1 - pair.rank(),
                      pair.candidates(),
                      store.key(pair.anchor()),
                      store.key(pair.chosen()))))
          .add("</figcaption></figure>\n");
    }
    page.add("</div>\n");
  }

  private static String question(EmbeddingStore store) {
    if (store.hasImagePairs()) {
      return "Each has two pictures. Look whether the second of one belongs to the first of the"
          + " other";
    }
    return store.hasAnchors()
        ? "Look whether a text belongs to the other's anchor"
        : "Look whether a caption is true of the other picture";
  }

  /** Returns the pictures of samples by key; empty if there are none to show, as for texts. */
  static Optional<Map<String, List<String>>> shown(
      Optional<PagePictures> pictures, EmbeddingStore store, Set<String> keys, int side) {
    return pictures.filter(given -> !store.hasAnchors()).map(given -> given.of(keys, side));
  }

  /** Adds a sample's pictures, or a placeholder if the data have none. */
  static void add(Page page, List<String> pictures) {
    if (pictures.isEmpty()) {
      page.add(Markup.placeholder("no image"));
    }
    pictures.forEach(page::add);
  }

  /** Returns the key of the row's sample. */
  static String key(EmbeddingStore store, long row) {
    return CAPTION_NUMBER.matcher(store.key(row)).replaceFirst("");
  }
}
