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

/** Whole batches of a plan on its page, in the order in which a trainer receives the samples. */
final class BatchGallery {
  /**
   * The number of samples that are shown of a batch; larger batches are cut, since a page includes
   * its pictures.
   */
  static final int MOST_SHOWN = 128;

  private static final int SIDE = 96;

  private final Page page;
  private final EmbeddingStore store;
  private final Optional<PagePictures> pictures;

  /** Creates a gallery on the page, with pictures if they are given. */
  BatchGallery(Page page, EmbeddingStore store, Optional<PagePictures> pictures) {
    this.page = page;
    this.store = store;
    this.pictures = pictures;
  }

  void write(ShownBatches batches) {
    Optional<ShownBatches.Batch> drawn = batches.drawn();
    if (drawn.isEmpty()) {
      return;
    }
    List<ShownBatches.Batch> shown =
        batches.hardest().filter(batch -> !batch.equals(drawn.get())).stream().toList();
    Optional<Map<String, List<String>>> images = images(drawn.get(), shown);
    page.section("Whole batches")
        .paragraph(
            "As the trainer receives them, from left to right: the position in the batch, S with"
                + " the anchor and the anchor's position.");
    shown.forEach(batch -> write("The hardest", batch, images));
    write(
        shown.isEmpty() && batches.hardest().isPresent() ? "The hardest" : "One at random",
        drawn.get(),
        images);
  }

  private Optional<Map<String, List<String>>> images(
      ShownBatches.Batch drawn, List<ShownBatches.Batch> others) {
    Set<String> wanted = new HashSet<>();
    keys(drawn, wanted);
    others.forEach(batch -> keys(batch, wanted));
    return HardestPairs.shown(pictures, store, wanted, SIDE);
  }

  private void keys(ShownBatches.Batch batch, Set<String> keys) {
    batch.members().stream()
        .limit(MOST_SHOWN)
        .forEach(member -> keys.add(HardestPairs.key(store, member.row())));
  }

  private void write(
      String which, ShownBatches.Batch batch, Optional<Map<String, List<String>>> images) {
    page.part(heading(which, batch)).add("<div class=\"gallery small\">\n");
    int shown = Math.min(MOST_SHOWN, batch.members().size());
    for (int position = 0; position < shown; position++) {
      ShownBatches.Member member = batch.members().get(position);
      page.add("<figure>\n");
      String key = HardestPairs.key(store, member.row());
      images.ifPresent(found -> HardestPairs.add(page, found.getOrDefault(key, List.of())));
      page.add("<figcaption>\n");
      store.anchor(member.row()).ifPresent(page::paragraph);
      page.paragraph(store.caption(member.row()).orElseGet(() -> store.key(member.row())));
      page.add("</figcaption><figcaption class=\"faint\">")
          .add(Markup.escape(position + chosen(batch, member)))
          .add("</figcaption></figure>\n");
    }
    page.add("</div>\n");
  }

  private static String heading(String which, ShownBatches.Batch batch) {
    ShownBatches.Name name = batch.name();
    String text =
        String.format(
            Locale.ROOT,
            "%s: batch %,d of search space %,d, epoch %,d; %,d samples",
            which,
            name.batch(),
            name.space(),
            name.epoch(),
            batch.members().size());
    if (batch.members().size() > MOST_SHOWN) {
      text += String.format(Locale.ROOT, ", the first %,d of them", MOST_SHOWN);
    }
    return Double.isNaN(batch.mean())
        ? text
        : text + String.format(Locale.ROOT, "; mean S %.3f", batch.mean());
  }

  private static String chosen(ShownBatches.Batch batch, ShownBatches.Member member) {
    return member.anchor().isEmpty()
        ? ""
        : String.format(Locale.ROOT, ": S %.3f", member.similarity())
            + batch.positionOfAnchor(member).map(position -> " with " + position).orElse("");
  }
}
