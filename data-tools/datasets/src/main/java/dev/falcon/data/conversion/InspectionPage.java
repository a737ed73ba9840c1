// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.conversion;

import dev.falcon.data.Reject;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.Thumbnail;
import dev.falcon.data.report.HtmlTable;
import dev.falcon.data.report.Markup;
import dev.falcon.data.report.Page;
import dev.falcon.data.sample.Sample;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes an inspection as one self-contained HTML page, which includes its pictures and style. A
 * picture is shown as a small copy decoded by Falcon; one that cannot be decoded is only mentioned.
 */
public final class InspectionPage {
  private static final int MAX_REJECTS = 50;

  private InspectionPage() {}

  /** Writes the page atomically. */
  public static void write(Path file, Inspection inspection) {
    AtomicFile.write(file, html(inspection));
  }

  /** Returns the page. */
  public static String html(Inspection inspection) {
    Page page = new Page(inspection.name()).facts(facts(inspection));
    counts(page, "Image types", "type", inspection.imageTypes());
    counts(page, "Fields and members", "name", inspection.fields());
    rejects(page, inspection);
    if (!inspection.examples().isEmpty()) {
      page.section("First samples").add("<div class=\"gallery\">\n");
      Thumbnail thumbnail = new Thumbnail(new ImageDecoder());
      inspection.examples().forEach(sample -> example(page, thumbnail, sample));
      page.add("</div>\n");
    }
    return page.end("");
  }

  private static Map<String, String> facts(Inspection inspection) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("format", inspection.format());
    facts.put("shards", number(inspection.shards()));
    facts.put(
        inspection.complete() ? "samples" : "samples looked at", number(inspection.samples()));
    facts.put("images", number(inspection.images()));
    facts.put("different images", number(inspection.distinctImageIds()));
    if (inspection.imagePairs() > 0) {
      facts.put("pairs of images", number(inspection.imagePairs()));
    }
    facts.put("captions", number(inspection.captions()));
    facts.put(
        "mean caption length",
        String.format(Locale.ROOT, "%.1f characters", inspection.meanCaptionCharacters()));
    facts.put("without caption", number(inspection.samplesWithoutCaption()));
    facts.put("labels", number(inspection.labels()));
    facts.put("repeated keys", number(inspection.repeatedKeys()));
    facts.put("broken", number(inspection.rejected()));
    return facts;
  }

  private static void counts(Page page, String title, String heading, Map<String, Long> counts) {
    if (counts.isEmpty()) {
      return;
    }
    HtmlTable table = new HtmlTable(List.of(heading, "samples"));
    counts.forEach((name, count) -> table.row(List.of(name, number(count))));
    page.section(title).add(table);
  }

  private static void rejects(Page page, Inspection inspection) {
    if (inspection.rejected() == 0) {
      return;
    }
    List<Reject> shown =
        inspection.rejects().subList(0, Math.min(MAX_REJECTS, inspection.rejects().size()));
    HtmlTable table = HtmlTable.ofTexts(List.of("file", "key", "reason"));
    shown.forEach(reject -> table.row(List.of(reject.source(), reject.key(), reject.reason())));
    page.section("Broken")
        .paragraph(
            number(inspection.rejected())
                + (inspection.rejected() == 1 ? " row" : " rows")
                + (shown.size() < inspection.rejected() ? ", the first " + shown.size() : "")
                + ":")
        .add(table);
  }

  private static void example(Page page, Thumbnail thumbnail, Sample sample) {
    page.add("<figure>\n");
    page.add(thumbnail.of(sample.image(), sample.key()));
    if (sample.hasPositiveImage()) {
      page.add(thumbnail.of(sample.positiveImage(), sample.key()));
    }
    page.add("<figcaption>\n");
    faint(page, sample.key());
    sample.captions().forEach(page::paragraph);
    if (sample.label().isPresent()) {
      faint(page, "label " + sample.label().getAsInt());
    }
    sample.imageId().ifPresent(id -> faint(page, "image_id " + id));
    if (!sample.metadata().isEmpty()) {
      StringBuilder fields = new StringBuilder();
      sample
          .metadata()
          .forEach(
              (field, value) ->
                  fields.append(
                      "<div>" + Markup.escape(field + " " + shortened(value)) + "</div>\n"));
      page.folded(
          sample.metadata().size() == 1
              ? "1 more field"
              : sample.metadata().size() + " more fields",
          fields);
    }
    page.add("</figcaption>\n</figure>\n");
  }

  private static void faint(Page page, String text) {
    page.add("<div class=\"faint\">" + Markup.escape(text) + "</div>\n");
  }

  private static String shortened(String text) {
    return text.length() <= 120 ? text : text.substring(0, 120) + "…";
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
