// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.datacheck;

import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.Thumbnail;
import dev.falcon.data.report.Markup;
import dev.falcon.data.report.Page;
import dev.falcon.data.sample.SampleImages;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.mining.datacheck.DataCheckResult.ImagePair;
import dev.falcon.mining.datacheck.DataCheckResult.OwnPair;
import dev.falcon.mining.datacheck.DataCheckResult.WideCaption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A data check as one page, with pictures if the data are available. */
public final class DataCheckPage {
  private final DataCheckResult result;
  private final Page page = new Page("Is my data fit for this?");
  private final Optional<SampleSource> data;
  private final Thumbnail thumbnail = new Thumbnail(new ImageDecoder());
  private final Map<String, byte[]> images;

  private DataCheckPage(DataCheckResult result, Optional<SampleSource> data) {
    this.result = result;
    this.data = data;
    Set<String> wanted = new HashSet<>();
    result.ownPairs().forEach(pair -> wanted.add(sample(pair.key())));
    result
        .nearest()
        .forEach(pair -> wanted.addAll(List.of(sample(pair.keyA()), sample(pair.keyB()))));
    images =
        data.filter(source -> !result.texts())
            .map(source -> SampleImages.byKey(source, wanted))
            .orElse(Map.of());
  }

  /**
   * Writes the page.
   *
   * @param data the data from which the store was made, for the pictures
   */
  public static void write(Path file, DataCheckResult result, Optional<SampleSource> data) {
    AtomicFile.write(file, new DataCheckPage(result, data).text());
  }

  /** Returns the result in a sentence. */
  public static String sentence(DataCheckResult result) {
    if (!result.fits()) {
      return String.format(
          Locale.ROOT,
          "The store's model does not know such data: an %s is more similar to its own %s"
              + " than to another's in only %.0f %% of all cases (chance: 50 %%). The rest of this"
              + " page then says little.",
          result.left(),
          result.right(),
          100 * result.fit());
    }
    if (result.selfPairs()) {
      return String.format(
          Locale.ROOT,
          "Both sides of every row are the same, as where a text is its own anchor: there are no own"
              + " pairs to check. %ss with a near duplicate: %,d of %,d, one for each image id.",
          capital(result.left()),
          result.nearImages(),
          result.nearOf());
    }
    return String.format(
        Locale.ROOT,
        "At most %.1f %% of the own pairs are wrong (with %.0f %% confidence, if a wrong %s is"
            + " a random one); %ss with a near duplicate: %,d of %,d; %ss that fit too many %ss:"
            + " %,d.",
        100 * result.wrongAtMost(),
        100 * DataCheckResult.CONFIDENCE,
        result.right(),
        result.left(),
        result.nearImages(),
        result.nearOf(),
        result.right(),
        result.left(),
        result.fitsMany());
  }

  private String text() {
    page.lead(sentence(result)).facts(facts());
    if (!result.selfPairs()) {
      ownPairs();
    }
    nearDuplicates();
    if (!result.selfPairs()) {
      captionsThatFitEverything();
    }
    return page.end("cosines are those of the store's vectors");
  }

  private static String capital(String noun) {
    return noun.substring(0, 1).toUpperCase(Locale.ROOT) + noun.substring(1);
  }

  private void ownPairs() {
    page.section("Own pairs that rank lowest")
        .paragraph(
            String.format(
                Locale.ROOT,
                "%ss whose own %s ranks below the median of all %ss, the lowest first: look, and"
                    + " leave out those that you see to be wrong. Many are right, and the hardest"
                    + " to learn. Own %s first: %,d of %,d %ss; below the median: %,d, where half"
                    + " of all wrong pairs would be.",
                capital(result.right()),
                result.left(),
                result.left(),
                result.left(),
                result.first(),
                result.compared(),
                result.right(),
                result.belowMedian()))
        .add("<div class=\"gallery\">\n");
    result.ownPairs().forEach(this::ownPair);
    page.add("</div>\n");
  }

  private void nearDuplicates() {
    page.section("Near-duplicate " + result.left() + "s")
        .paragraph(
            String.format(
                Locale.ROOT,
                "Pairs of %ss with a cosine of %s or more: %,d. In one batch, each is a negative"
                    + " that is probably false.",
                result.left(),
                Double.toString(result.nearAt()),
                result.nearPairs()));
    result.nearRecall().map(recall -> recall.sentence(result.left())).ifPresent(page::paragraph);
    page.add("<div class=\"gallery\">\n");
    result.nearest().forEach(this::imagePair);
    page.add("</div>\n");
  }

  private void captionsThatFitEverything() {
    String rights = capital(result.right()) + "s";
    page.section(rights + " that fit everything")
        .paragraph(
            String.format(
                Locale.ROOT,
                "%s that are more similar to at least %.0f %% of all other %ss than the %ss' own"
                    + " %ss are: %,d. %s that repeat that of another %s word by word: %,d.",
                rights,
                100 * result.fitsAt(),
                result.left(),
                result.left(),
                result.right(),
                result.fitsMany(),
                rights,
                result.left(),
                result.repeatedCaptions()))
        .add("<ul>\n");
    result.widest().stream()
        .filter(caption -> caption.share() >= result.fitsAt())
        .forEach(this::wideCaption);
    page.add("</ul>\n");
  }

  private Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("rows", number(result.rows()));
    facts.put("compared", number(result.compared()));
    facts.put("unusable", number(result.unusable()));
    facts.put(result.left() + "s", number(result.images()));
    if (!result.selfPairs()) {
      facts.put(
          "own " + result.right() + " ahead",
          String.format(Locale.ROOT, "%.1f %%", 100 * result.fit()));
      facts.put("own " + result.left() + " first", number(result.first()));
    }
    facts.put("near duplicates", number(result.nearPairs()));
    facts.put("repeated " + result.right() + "s", number(result.repeatedCaptions()));
    return facts;
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private void ownPair(OwnPair pair) {
    page.add("<figure>\n");
    picture(pair.key());
    page.add("<figcaption>\n");
    if (!pair.anchor().isEmpty()) {
      page.paragraph(result.left() + ": " + pair.anchor());
    }
    String caption = pair.caption().isEmpty() ? pair.key() : pair.caption();
    page.paragraph(pair.anchor().isEmpty() ? caption : result.right() + ": " + caption)
        .add("</figcaption><figcaption class=\"faint\">")
        .add(
            Markup.escape(
                String.format(
                    Locale.ROOT,
                    "%.1f %% of the %ss are more similar; cosine %.3f; %s",
                    100 * pair.ahead(),
                    result.left(),
                    pair.cosine(),
                    pair.key())))
        .add("</figcaption></figure>\n");
  }

  private void imagePair(ImagePair pair) {
    page.add("<figure>\n");
    picture(pair.keyA());
    picture(pair.keyB());
    page.add("<figcaption class=\"faint\">")
        .add(
            Markup.escape(
                String.format(
                    Locale.ROOT, "cosine %.4f; %s, %s", pair.cosine(), pair.keyA(), pair.keyB())))
        .add("</figcaption></figure>\n");
  }

  private void wideCaption(WideCaption caption) {
    page.add("<li>")
        .add(
            Markup.escape(
                String.format(
                    Locale.ROOT,
                    "%s (%.1f %% of the %ss; %s)",
                    caption.caption().isEmpty() ? caption.key() : caption.caption(),
                    100 * caption.share(),
                    result.left(),
                    caption.key())))
        .add("</li>\n");
  }

  private void picture(String key) {
    if (data.isPresent() && !result.texts()) {
      page.add(thumbnail.of(Optional.ofNullable(images.get(sample(key))), sample(key)));
    }
  }

  private static String sample(String key) {
    return DistinctImages.stem(key);
  }
}
