package dev.falcon.data.dataset;

import dev.falcon.data.AtomicFile;
import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.Sample;
import dev.falcon.data.internal.source.ImageTypes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** An inspection as one HTML page that needs nothing else: pictures and style are in it. */
public final class InspectionPage {
  private static final Set<String> SHOWN_TYPES = Set.of("jpg", "png", "webp", "gif", "bmp");
  private static final int MAX_SHOWN_BYTES = 2 << 20;
  private static final int MAX_REJECTS = 50;
  private static final String STYLE = resource("inspection.css");

  private InspectionPage() {}

  /** Writes the page into place. */
  public static void write(Path file, Inspection inspection) {
    try (AtomicFile output = AtomicFile.create(file)) {
      Files.writeString(output.path(), html(inspection));
      output.commit();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /** The page. */
  public static String html(Inspection inspection) {
    StringBuilder page = new StringBuilder();
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<title>")
        .append(escaped(inspection.name()))
        .append("</title>\n<style>\n")
        .append(STYLE)
        .append("</style>\n</head>\n<body>\n<h1>")
        .append(escaped(inspection.name()))
        .append("</h1>\n");
    facts(page, inspection);
    counts(page, "Image types", "type", inspection.imageTypes());
    counts(page, "Fields and members", "name", inspection.fields());
    rejects(page, inspection);
    if (!inspection.examples().isEmpty()) {
      page.append("<h2>First samples</h2>\n<div class=\"samples\">\n");
      inspection.examples().forEach(sample -> example(page, sample));
      page.append("</div>\n");
    }
    return page.append("</body>\n</html>\n").toString();
  }

  private static void facts(StringBuilder page, Inspection inspection) {
    page.append("<dl class=\"facts\">\n");
    fact(page, "format", inspection.format());
    fact(page, "shards", number(inspection.shards()));
    fact(
        page,
        inspection.complete() ? "samples" : "samples looked at",
        number(inspection.samples()));
    fact(page, "images", number(inspection.images()));
    fact(page, "different images", number(inspection.distinctImageIds()));
    fact(page, "captions", number(inspection.captions()));
    fact(
        page,
        "mean caption length",
        String.format(Locale.ROOT, "%.1f characters", inspection.meanCaptionCharacters()));
    fact(page, "without caption", number(inspection.samplesWithoutCaption()));
    fact(page, "labels", number(inspection.labels()));
    fact(page, "repeated keys", number(inspection.repeatedKeys()));
    fact(page, "broken", number(inspection.rejected()));
    page.append("</dl>\n");
  }

  private static void fact(StringBuilder page, String name, String value) {
    page.append("<div><dt>" + escaped(name) + "</dt><dd>" + escaped(value) + "</dd></div>\n");
  }

  private static void counts(
      StringBuilder page, String title, String heading, Map<String, Long> counts) {
    if (counts.isEmpty()) {
      return;
    }
    page.append(
        "<h2>" + title + "</h2>\n<table>\n<tr><th>" + heading + "</th><th>samples</th></tr>\n");
    counts.forEach(
        (name, count) ->
            page.append("<tr><td>" + escaped(name) + "</td><td class=\"number\">")
                .append(number(count) + "</td></tr>\n"));
    page.append("</table>\n");
  }

  private static void rejects(StringBuilder page, Inspection inspection) {
    if (inspection.rejected() == 0) {
      return;
    }
    List<Reject> shown =
        inspection.rejects().subList(0, Math.min(MAX_REJECTS, inspection.rejects().size()));
    page.append("<h2>Broken</h2>\n<p>" + number(inspection.rejected()))
        .append(shown.size() < inspection.rejected() ? " rows, the first " + shown.size() : " rows")
        .append(":</p>\n<table>\n<tr><th>file</th><th>key</th><th>reason</th></tr>\n");
    for (Reject reject : shown) {
      page.append("<tr><td>" + escaped(reject.source()) + "</td><td>" + escaped(reject.key()))
          .append("</td><td>" + escaped(reject.reason()) + "</td></tr>\n");
    }
    page.append("</table>\n");
  }

  private static void example(StringBuilder page, Sample sample) {
    page.append("<figure>\n").append(picture(sample)).append("<figcaption>\n");
    page.append("<div class=\"key\">" + escaped(sample.key()) + "</div>\n");
    for (String caption : sample.captions()) {
      page.append("<p>" + escaped(caption) + "</p>\n");
    }
    if (sample.label() != null) {
      page.append("<div class=\"more\">label " + sample.label() + "</div>\n");
    }
    if (sample.imageId() != null) {
      page.append("<div class=\"more\">image_id " + escaped(sample.imageId()) + "</div>\n");
    }
    sample
        .metadata()
        .forEach(
            (field, value) ->
                page.append("<div class=\"more\">" + escaped(field) + " ")
                    .append(escaped(shortened(value)) + "</div>\n"));
    page.append("</figcaption>\n</figure>\n");
  }

  private static String picture(Sample sample) {
    if (!sample.hasImage()) {
      return "<div class=\"none\">no image</div>\n";
    }
    String type = ImageTypes.suffixOf(sample.image());
    if (type == null || !SHOWN_TYPES.contains(type) || sample.image().length > MAX_SHOWN_BYTES) {
      return "<div class=\"none\">"
          + (type == null ? "unknown type" : type)
          + ", "
          + number(sample.image().length)
          + " bytes</div>\n";
    }
    String media = type.equals("jpg") ? "jpeg" : type;
    return "<img alt=\""
        + escaped(sample.key())
        + "\" src=\"data:image/"
        + media
        + ";base64,"
        + Base64.getEncoder().encodeToString(sample.image())
        + "\">\n";
  }

  private static String shortened(String text) {
    return text.length() <= 120 ? text : text.substring(0, 120) + "…";
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static String resource(String name) {
    try (InputStream input = InspectionPage.class.getResourceAsStream(name)) {
      return new String(input.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("the build lacks " + name, e);
    }
  }
}
