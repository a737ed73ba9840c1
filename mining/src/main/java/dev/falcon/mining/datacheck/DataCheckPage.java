package dev.falcon.mining.datacheck;

import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.report.Markup;
import dev.falcon.data.report.Page;
import dev.falcon.data.report.Thumbnail;
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
import java.util.regex.Pattern;

/** A data check as one page, with pictures where the data are at hand. */
public final class DataCheckPage {
  private static final Pattern CAPTION_NUMBER = Pattern.compile("#[0-9]+$");

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
    images = data.map(source -> SampleImages.byKey(source, wanted)).orElse(Map.of());
  }

  /**
   * Writes the page.
   *
   * @param data that the store was made of, for the pictures
   */
  public static void write(Path file, DataCheckResult result, Optional<SampleSource> data) {
    AtomicFile.write(file, new DataCheckPage(result, data).text());
  }

  /** The result in a sentence. */
  public static String sentence(DataCheckResult result) {
    if (!result.fits()) {
      return String.format(
          Locale.ROOT,
          "The store's model does not know such data: an image is more similar to its own caption"
              + " than to another's in only %.0f %% of all cases (chance: 50 %%). The rest of this"
              + " page then says little.",
          100 * result.fit());
    }
    return String.format(
        Locale.ROOT,
        "At most %.1f %% of the own pairs are wrong (with %.0f %% confidence, if a wrong caption is"
            + " a random one); %,d of %,d images have a near duplicate; %,d captions fit too many"
            + " images.",
        100 * result.wrongAtMost(),
        100 * DataCheckResult.CONFIDENCE,
        result.nearImages(),
        result.images(),
        result.fitsMany());
  }

  private String text() {
    page.lead(sentence(result)).facts(facts());
    page.section("Own pairs that are probably wrong")
        .paragraph(
            String.format(
                Locale.ROOT,
                "Captions whose own image ranks lowest among all images. Of %,d captions %,d have"
                    + " their own image first, and %,d have it below the median, where few"
                    + " right pairs lie, and half of the wrong ones.",
                result.compared(),
                result.first(),
                result.belowMedian()))
        .add("<div class=\"gallery\">\n");
    result.ownPairs().forEach(this::ownPair);
    page.add("</div>\n");
    page.section("Near-duplicate images")
        .paragraph(
            String.format(
                Locale.ROOT,
                "%,d pairs of images have a cosine of %s or more. In one batch, each is a negative"
                    + " that is probably false.",
                result.nearPairs(),
                Double.toString(result.nearAt())))
        .add("<div class=\"gallery\">\n");
    result.nearest().forEach(this::imagePair);
    page.add("</div>\n");
    page.section("Captions that fit everything")
        .paragraph(
            String.format(
                Locale.ROOT,
                "%,d captions are more similar to at least %.0f %% of all other images than the"
                    + " images' own captions are; %,d captions repeat that of another image word by"
                    + " word.",
                result.fitsMany(),
                100 * result.fitsAt(),
                result.repeatedCaptions()))
        .add("<ul>\n");
    result.widest().forEach(this::wideCaption);
    page.add("</ul>\n");
    return page.end("Cosines are those of the store's vectors.");
  }

  private Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("rows", number(result.rows()));
    facts.put("compared", number(result.compared()));
    facts.put("unusable", number(result.unusable()));
    facts.put("images", number(result.images()));
    facts.put("own caption ahead", String.format(Locale.ROOT, "%.1f %%", 100 * result.fit()));
    facts.put("own image first", number(result.first()));
    facts.put("near duplicates", number(result.nearPairs()));
    facts.put("repeated captions", number(result.repeatedCaptions()));
    return facts;
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private void ownPair(OwnPair pair) {
    page.add("<figure>\n");
    picture(pair.key());
    page.add("<figcaption>\n")
        .paragraph(pair.caption().isEmpty() ? pair.key() : pair.caption())
        .add("</figcaption><figcaption class=\"faint\">")
        .add(
            Markup.escape(
                String.format(
                    Locale.ROOT,
                    "%.1f %% of the images are more similar; cosine %.3f; %s",
                    100 * pair.ahead(),
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
                    "%s (%.1f %% of the images; %s)",
                    caption.caption().isEmpty() ? caption.key() : caption.caption(),
                    100 * caption.share(),
                    caption.key())))
        .add("</li>\n");
  }

  private void picture(String key) {
    if (data.isPresent()) {
      page.add(thumbnail.of(Optional.ofNullable(images.get(sample(key))), sample(key)));
    }
  }

  private static String sample(String key) {
    return CAPTION_NUMBER.matcher(key).replaceFirst("");
  }
}
