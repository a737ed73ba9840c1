// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.data;

import dev.falcon.cli.internal.option.DatasetOptions;
import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.OptionNeeds;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.table.AnnotationTable;
import dev.falcon.cli.internal.table.Counted;
import dev.falcon.cli.internal.table.TextTable;
import dev.falcon.data.PrintableText;
import dev.falcon.data.Reject;
import dev.falcon.data.annotation.AnnotationInspection;
import dev.falcon.data.annotation.AnnotationKind;
import dev.falcon.data.conversion.DatasetInspector;
import dev.falcon.data.conversion.Inspection;
import dev.falcon.data.conversion.InspectionPage;
import dev.falcon.data.conversion.InspectionRequest;
import dev.falcon.data.file.Folders;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.table.RejectCounts;
import dev.falcon.data.table.Rejects;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code falcon data inspect}: describes a dataset and its broken samples. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Describe a dataset: layout, samples, images, captions, broken samples.",
      "Also describes files of questions, answers and statements: VQA v2's pair, joined by '::',"
          + " and those of GQA, Visual Genome, NLVR2 and ALBEF.",
      "Of a rejects.parquet, lists the reasons with their counts.",
      "Exit code 3 if rows cannot be read or images cannot be decoded."
    })
final class InspectCommand implements Callable<Integer> {
  private static final int SHOWN_REJECTS = 10;
  private static final int SHOWN_SAMPLES = 5;
  private static final int MAX_CAPTION = 60;

  @Parameters(paramLabel = "DATASET", description = DatasetOptions.SPECIFICATION)
  private String dataset;

  @Mixin private DatasetOptions datasets;

  @Option(
      names = "--limit",
      defaultValue = "0",
      paramLabel = "N",
      description = "Read only the first N samples; 0 for all.")
  private long limit;

  @Option(
      names = "--no-decode",
      negatable = true,
      defaultValue = "true",
      description = "Whether to decode every image; without it, broken images are not found.")
  private boolean decode;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write a page with pictures of the first samples.")
  private Path html;

  @Effect(with = "--html")
  @Option(
      names = "--examples",
      defaultValue = "60",
      paramLabel = "N",
      description = "Number of samples on the page.")
  private int examples;

  @Mixin private OutputOptions outputs;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    outputs.requireFile(html, List.of());
    List<Path> files =
        Folders.exists(Path.of(dataset))
            ? List.of(Path.of(dataset))
            : Arrays.stream(dataset.split("::", -1)).map(Path::of).toList();
    if (Rejects.isTable(files.get(0))) {
      OptionNeeds.alone(spec, "a table of rejects");
      RejectCounts counts = RejectCounts.of(Rejects.read(files.get(0)));
      outputs.result(counts, () -> text(files.get(0), counts));
      return 0;
    }
    Optional<AnnotationKind> kind =
        html == null && datasets.given().isEmpty()
            ? AnnotationKind.of(files.get(0))
            : Optional.empty(); // how a dataset is read was said
    if (kind.isPresent()) {
      OptionNeeds.alone(spec, "a file of questions, answers or statements", "--image-root");
      AnnotationInspection annotations =
          AnnotationInspection.of(kind.get(), files, datasets.imageRoot());
      outputs.result(annotations, () -> AnnotationTable.of(annotations));
      return annotations.missing() > 0 ? 3 : 0;
    }
    SampleSource source = datasets.open(dataset);
    outputs.requireFile(html, source.files());
    Inspection inspection =
        DatasetInspector.inspect(
            new InspectionRequest(source, limit, decode, html == null ? SHOWN_SAMPLES : examples),
            outputs.progress());
    if (html != null) {
      InspectionPage.write(html, inspection);
    }
    outputs.result(inspection, () -> text(inspection));
    return inspection.rejected() > 0 ? 3 : 0;
  }

  private static String text(Path file, RejectCounts counts) {
    TextTable reasons = new TextTable("reason, as of the first such row", "rows");
    counts.reasons().forEach(kind -> reasons.row(kind.reason(), number(kind.rows())));
    TextTable sources = new TextTable("source", "rows");
    counts.sources().forEach((source, rows) -> sources.row(source, number(rows)));
    return String.format(
        Locale.ROOT,
        "%s: the rows that a command rejected, %,d, in the columns source, key and reason%n%s%n%s",
        file,
        counts.rows(),
        reasons,
        sources);
  }

  private static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private static String text(Inspection inspection) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s: %s, %,d shard%s%s%n",
            PrintableText.line(inspection.name()),
            inspection.format(),
            inspection.shards(),
            inspection.shards() == 1 ? "" : "s",
            inspection.complete() ? "" : "; only the first samples were read"));
    TextTable facts = new TextTable("", "count");
    row(facts, "samples", inspection.samples());
    row(facts, "images", inspection.images());
    row(facts, "different images", inspection.distinctImageIds());
    if (inspection.imagePairs() > 0) {
      row(facts, "pairs of images", inspection.imagePairs());
    }
    row(facts, "captions", inspection.captions());
    row(facts, "samples without caption", inspection.samplesWithoutCaption());
    row(facts, "labels", inspection.labels());
    row(facts, "repeated keys", inspection.repeatedKeys());
    row(facts, "broken", inspection.rejected());
    text.append(facts);
    text.append(
        String.format(
            Locale.ROOT,
            "captions: %.1f characters on average, %d at most%n",
            inspection.meanCaptionCharacters(),
            inspection.longestCaptionCharacters()));
    text.append("images: ").append(counts(inspection.imageTypes())).append('\n');
    text.append("fields: ").append(counts(inspection.fields())).append('\n');
    if (inspection.images() == 0 && !inspection.fields().containsKey(Sample.ANCHOR)) {
      text.append(withoutImages(inspection));
    }
    examples(text, inspection);
    inspection.rejects().stream()
        .limit(SHOWN_REJECTS)
        .forEach(reject -> text.append("broken: ").append(line(reject)).append('\n'));
    if (inspection.rejected() > SHOWN_REJECTS) {
      text.append("… and ").append(inspection.rejected() - SHOWN_REJECTS).append(" more\n");
    }
    return text.toString();
  }

  /** Returns a line about data that have neither images nor anchors. */
  private static String withoutImages(Inspection inspection) {
    boolean hasAddresses =
        inspection.fields().keySet().stream()
            .anyMatch(field -> field.toLowerCase(Locale.ROOT).contains("url"));
    if (hasAddresses) {
      return "no images: rows only name addresses on the network; download the images first\n";
    }
    if (inspection.captions() > 0) {
      return String.format(
          Locale.ROOT,
          "no images and no anchors: %s%s; embed makes each its own anchor%n",
          Counted.of(inspection.captions(), "caption"),
          inspection.textGroups() == 0
              ? ""
              : " of " + Counted.of(inspection.textGroups(), "image id"));
    }
    return inspection.samples() == 0 || inspection.labels() > 0
        ? ""
        : "neither images nor texts: name the columns that hold them, if any of the fields does\n";
  }

  private static void row(TextTable table, String name, long count) {
    table.row(name, String.format(Locale.ROOT, "%,d", count));
  }

  private static String counts(Map<String, Long> counts) {
    return counts.isEmpty()
        ? "none"
        : counts.entrySet().stream()
            .map(entry -> PrintableText.line(entry.getKey()) + " " + entry.getValue())
            .collect(Collectors.joining(", "));
  }

  private static void examples(StringBuilder text, Inspection inspection) {
    for (Sample sample :
        inspection.examples().subList(0, Math.min(SHOWN_SAMPLES, inspection.examples().size()))) {
      String caption = sample.captions().isEmpty() ? "" : sample.captions().get(0);
      text.append(PrintableText.line(sample.key()))
          .append(": ")
          .append(left(sample))
          .append(sample.label().isPresent() ? ", label " + sample.label().getAsInt() : "")
          .append(caption.isEmpty() ? "" : ", \"" + shortened(caption) + '"')
          .append(
              sample.captions().size() > 1
                  ? " and " + (sample.captions().size() - 1) + " more"
                  : "")
          .append('\n');
    }
  }

  private static String left(Sample sample) {
    return sample
        .image()
        .map(image -> image.length + " bytes" + positive(sample))
        .or(() -> sample.anchor().map(anchor -> '"' + shortened(anchor) + '"'))
        .orElse("no image");
  }

  private static String positive(Sample sample) {
    return sample.positiveImage().map(image -> " with " + image.length + " bytes").orElse("");
  }

  private static String shortened(String caption) {
    String line = PrintableText.line(caption.replace('\n', ' '));
    return line.length() <= MAX_CAPTION ? line : line.substring(0, MAX_CAPTION) + "…";
  }

  private static String line(Reject reject) {
    String key = reject.key().isEmpty() ? "" : ", " + reject.key();
    return PrintableText.line(reject.source() + key + ": " + reject.reason());
  }
}
