package dev.falcon.cli;

import dev.falcon.cli.internal.AuditTable;
import dev.falcon.cli.internal.BuiltIn;
import dev.falcon.cli.internal.DatasetOptions;
import dev.falcon.cli.internal.OutputOptions;
import dev.falcon.cli.internal.SessionFlags;
import dev.falcon.data.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.audit.AuditComparison;
import dev.falcon.mining.audit.AuditExport;
import dev.falcon.mining.audit.AuditOptions;
import dev.falcon.mining.audit.AuditRequest;
import dev.falcon.mining.audit.AuditTarget;
import dev.falcon.mining.audit.Auditor;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon audit-fn}: how many negatives are false. */
@Command(
    name = "audit-fn",
    mixinStandardHelpOptions = true,
    description = {
      "Counts false negatives: pairs that are used as negatives though they match.",
      "",
      "Draws pairs from a batch plan, from a grid of quantiles, or from a list; has models, the"
          + " store's cosine and known truth judge them; and gives rates with 95 %% intervals.",
      "Where no data are named, it audits Scenes with the shipped model against exact truth.",
      ""
    })
final class AuditCommand implements Callable<Integer> {
  @Option(
      names = {"--input-dataset", "--input_dataset"},
      paramLabel = "DATASET",
      description =
          "The pictures and captions: a file, a folder, or scenes:SPLIT (default: Scenes).")
  private String dataset;

  @Option(
      names = "--embeddings",
      paramLabel = "DIR",
      description = "Their embedding store, from which hardness is told.")
  private Path embeddings;

  @Mixin private JudgeFlags judges;

  @Option(
      names = "--truth",
      paramLabel = "FILE|scenes",
      description =
          "Labelled pairs: image_key, text_key, match; or the exact truth of Scenes (default: that of"
              + " a generated dataset, where there is one).")
  private String truth;

  @Mixin private AuditTargetFlags target;

  @Option(
      names = "--thresholds",
      split = ",",
      paramLabel = "T",
      description = {
        "A matcher's score above is called a match (default: 0.5,0.8,0.98).",
        "A cosine is no probability: of it only shares of scores are told, until --calibrate-on."
      })
  private List<Double> thresholds = AuditOptions.DEFAULT_THRESHOLDS;

  @Option(
      names = {"--max-pairs", "--max_pairs"},
      paramLabel = "N",
      description = "The most pairs to judge, spread over all strata (default: ${DEFAULT-VALUE}).")
  private long maxPairs = AuditOptions.DEFAULT_MAX_PAIRS;

  @Option(
      names = "--precision",
      paramLabel = "P",
      description = "Judge no more pairs of a stratum than make its rate precise to ± P.")
  private Double precision;

  @Option(
      names = {"--calibrate-on", "--calibrate_on"},
      paramLabel = "FILE",
      description = "Labelled pairs of the same data, to learn the judges' errors from.")
  private Path calibration;

  @Option(
      names = {"--target-precision", "--target_precision"},
      paramLabel = "P",
      description =
          "The precision that a threshold is fitted to with --calibrate-on (default:"
              + " ${DEFAULT-VALUE}).")
  private double targetPrecision = AuditOptions.DEFAULT_TARGET_PRECISION;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Derives every draw (default: ${DEFAULT-VALUE}).")
  private long seed = 42;

  @Option(
      names = {"--out", "-o"},
      paramLabel = "DIR",
      description = "The folder to write (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("audit");

  @Option(
      names = {"--write-positives", "--write_positives"},
      paramLabel = "FILE",
      description = {
        "Write the pairs found to match, to be trained on as positives: what truth calls a match;",
        "where it says nothing, what the first judge scores above the lowest threshold."
      })
  private Path positives;

  @Option(
      names = {"--write-veto", "--write_veto"},
      paramLabel = "FILE",
      description = "Write the same pairs as a list for falcon mine --veto.")
  private Path veto;

  @Option(
      names = "--force",
      description = "Go on with a plan of another store, and with truth of unknown keys.")
  private boolean force;

  @Option(
      names = "--compare",
      arity = "2",
      paramLabel = "FILE",
      description = "Set two audit.json side by side instead; nothing is audited.")
  private List<Path> compare;

  @Mixin private DatasetOptions datasetOptions;
  @Mixin private SessionFlags sessionFlags;
  @Mixin private OutputOptions output;

  @Override
  public Integer call() {
    if (compare != null) {
      AuditComparison comparison = AuditComparison.of(compare.get(0), compare.get(1));
      output.result(comparison, () -> AuditTable.of(comparison, output.verbose()));
      return 0;
    }
    for (Path file : Stream.of(positives, veto).filter(Objects::nonNull).toList()) {
      AuditExport.requireWritable(file, output.overwrite());
    }
    AuditRequest request = request();
    Auditor.Outcome outcome =
        output.resumable(
            () ->
                new Auditor(sessionFlags.sessions(output::deviceNote), output.progress())
                    .audit(request));
    AuditExport export =
        new AuditExport(out.resolve(Auditor.PAIRS_FILE), request.options().thresholds().get(0));
    if (positives != null) {
      output.note(export.positives(positives, output.overwrite()));
    }
    if (veto != null) {
      output.note(export.veto(veto, output.overwrite()));
    }
    output.result(outcome.result(), () -> AuditTable.of(outcome.result(), out, output.verbose()));
    return outcome.rejects().isEmpty() ? 0 : 3;
  }

  private AuditRequest request() {
    SampleSource data = datasetOptions.open(dataset == null ? BuiltIn.DATASET : dataset);
    boolean scenes = "scenes".equals(truth) || (truth == null && data.format().equals("scenes"));
    Optional<Path> truthFile = scenes ? Optional.empty() : truthFile();
    Optional<EmbeddingStore> store = store();
    AuditTarget what = target.target(store.isPresent());
    return new AuditRequest(
        data,
        datasetOptions.given(),
        store,
        what,
        judges.open(dataset == null),
        truthFile,
        scenes,
        Optional.ofNullable(calibration),
        new AuditOptions(thresholds, maxPairs, precision, targetPrecision, seed),
        out,
        force,
        output.overwrite());
  }

  /** The file that was named; else that which a generated dataset has beside its own. */
  private Optional<Path> truthFile() {
    if (truth != null || dataset == null) {
      return Optional.ofNullable(truth).map(Path::of);
    }
    try {
      Optional<Path> beside = AuditRequest.truthBeside(Path.of(dataset));
      beside.ifPresent(file -> output.note("truth: " + file));
      return beside;
    } catch (InvalidPathException e) {
      return Optional.empty(); // a pattern of files, or a built-in name
    }
  }

  /** The store that was named; that of the built-in data where no data were. */
  private Optional<EmbeddingStore> store() {
    if (embeddings == null && dataset == null) {
      return Optional.of(BuiltIn.scenes(output.progress(), output::note));
    }
    return Optional.ofNullable(embeddings).map(EmbeddingStore::open);
  }
}
