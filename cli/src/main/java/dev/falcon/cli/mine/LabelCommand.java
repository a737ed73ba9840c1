// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.option.DatasetOptions;
import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.NamedInput;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.table.AuditTable;
import dev.falcon.cli.internal.table.Counted;
import dev.falcon.data.RequestException;
import dev.falcon.data.Warning;
import dev.falcon.mining.label.LabelResult;
import dev.falcon.mining.label.LabelText;
import dev.falcon.mining.label.page.LabelRequest;
import dev.falcon.mining.label.page.Labelling;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code falcon label}: people say which pairs of an audit match. */
@Command(
    name = "label",
    mixinStandardHelpOptions = true,
    description = {
      "Label pairs of an audit on a page in the browser, and report the share of false negatives.",
      "",
      "The pairs come in a random order that the judge's scores only guide, so the share and its"
          + " interval are valid however good the judge is. Every answer is saved at once; the"
          + " same command resumes. falcon audit-fn --labels then reports by these labels.",
      ""
    })
public final class LabelCommand implements Callable<Integer> {
  private static final String LABELS = "labels";
  private static final int MANY_ON_A_PAGE = 200;

  @Parameters(paramLabel = "AUDIT", description = "The folder that falcon audit-fn wrote.")
  private Path audit;

  @Option(
      names = "--input-dataset",
      paramLabel = "DATASET",
      description = "The pictures and texts that were audited (default: Scenes).")
  private String dataset;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description =
          "The kind of negatives to label: hardest, quantile, chain, listed or off_diagonal"
              + " (default: the first of these that the audit has).")
  private String kind;

  @Option(
      names = "--quantile",
      paramLabel = "Q",
      description = "With --kind quantile: the level to label (default: the highest).")
  private Double quantile;

  @Option(
      names = "--judge",
      paramLabel = "NAME|none",
      description = "The judge whose scores guide the order (default: the audit's first).")
  private String judge;

  @Option(
      names = "--labels",
      paramLabel = "DIR",
      description = "The folder for the answers (default: AUDIT/labels).")
  private Path labels;

  @Effect(without = {"--merge", "--result"})
  @Option(
      names = "--annotator",
      paramLabel = "NAME",
      description = "The name of the person who labels (default: ${DEFAULT-VALUE}).")
  private String annotator = "annotator";

  @Effect(without = {"--merge", "--result"})
  @Option(
      names = "--count",
      paramLabel = "N",
      description = "Number of pairs to label (default: ${DEFAULT-VALUE}).")
  private int count = 300;

  @Effect(without = {"--static", "--merge", "--result"})
  @Option(
      names = "--precision",
      paramLabel = "P",
      description = "Stop earlier, once the share is precise to ± P.")
  private Double precision;

  @Effect(without = {"--merge", "--result"})
  @Option(
      names = "--overlap",
      paramLabel = "SHARE",
      description =
          "The share of the pairs of earlier annotators that a further annotator labels, too"
              + " (default: ${DEFAULT-VALUE}).")
  private double overlap = 0.2;

  @Effect(without = {"--merge", "--result"})
  @Option(
      names = "--adjudicate",
      description =
          "Label the pairs on which others disagree; shows their answers without their names.")
  private boolean adjudicate;

  @Effect(without = {"--static", "--merge", "--result"})
  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port of the page; 0 for any free port (default: ${DEFAULT-VALUE}).")
  private int port;

  @Effect(without = {"--static", "--merge", "--result"})
  @Option(
      names = "--host-port",
      paramLabel = "N",
      description = "The port to use in the browser, if ssh forwards another one to --port.")
  private Integer hostPort;

  @Option(
      names = "--static",
      paramLabel = "FILE",
      description =
          "Write the page as one HTML file, for an annotator elsewhere; --merge reads the answers"
              + " back.")
  private Path page;

  @Option(
      names = "--merge",
      paramLabel = "FILE",
      description = "Add the answers that such a page saved, and count.")
  private Path merged;

  @Option(names = "--result", description = "Only count the existing labels, without a page.")
  private boolean onlyResult;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the order (default: that of the labels that exist, else 42).")
  private Long seed;

  @Effect(with = "--input-dataset")
  @Mixin
  private DatasetOptions datasetOptions;

  @Mixin private OutputOptions output;

  @Override
  public Integer call() {
    if (Stream.of(page != null, merged != null, onlyResult).filter(given -> given).count() > 1) {
      throw new RequestException("--static, --merge and --result exclude each other; give one");
    }
    NamedInput.requireThere(audit);
    LabelRequest request =
        new LabelRequest(
            audit,
            AuditedData.open(audit, dataset, datasetOptions),
            Optional.ofNullable(kind)
                .or(() -> Optional.ofNullable(quantile).map(level -> "quantile"))
                .map(name -> new LabelRequest.Negatives(name, Optional.ofNullable(quantile))),
            Optional.ofNullable(judge),
            labels == null ? audit.resolve(LABELS) : labels,
            annotator,
            new LabelRequest.Stop(count, Optional.ofNullable(precision)),
            overlap,
            adjudicate,
            seed == null ? OptionalLong.empty() : OptionalLong.of(seed));
    Labelling labelling = new Labelling(request, output.progress());
    if (page != null) {
      Labelling.Asked asked = labelling.write(page, output.overwrite());
      if (asked.pairs() > MANY_ON_A_PAGE) {
        output.note(
            String.format(
                Locale.ROOT,
                Warning.line(
                    "the page holds the pictures of %,d pairs, %,d MB, and a browser loads"
                        + " them all at once; --count %d makes a smaller one"),
                asked.pairs(),
                Math.round(page.toFile().length() / 1e6),
                MANY_ON_A_PAGE));
      }
      output.result(
          Map.of("page", page.toString(), "pairs", asked.pairs(), "again", asked.again()),
          () ->
              String.format(
                  Locale.ROOT,
                  "%s: asks %s%s%n",
                  page,
                  Counted.of(asked.pairs(), "pair"),
                  asked.again() == 0
                      ? ""
                      : String.format(Locale.ROOT, ", and %,d again", asked.again())));
      return 0;
    }
    if (merged != null) {
      int added = labelling.merge(merged);
      output.note(String.format(Locale.ROOT, "%s: %s added", merged, Counted.of(added, "answer")));
    }
    LabelResult result = onlyResult || merged != null ? labelling.count() : serve(labelling);
    output.result(result, LabelText.cautions(result), () -> AuditTable.of(result));
    return 0;
  }

  /** Serves the page, and prints how many labels may be needed. */
  private LabelResult serve(Labelling labelling) {
    List<String> forecasts = LabelText.forecasts(labelling.soFar());
    return labelling.serve(
        new Labelling.Place(port, Optional.ofNullable(hostPort)),
        address -> {
          forecasts.forEach(output::note);
          opened(address);
        });
  }

  private void opened(String address) {
    output.note("open " + address);
    if (System.getenv("SSH_CONNECTION") != null && port > 0) {
      output.note(
          "from your own machine: ssh -L " + port + ":127.0.0.1:" + port + " HOST, then open it");
    }
  }
}
