// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.builtin.BuiltIn;
import dev.falcon.cli.internal.builtin.ScenesStore;
import dev.falcon.cli.internal.option.DatasetOptions;
import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.GateFlags;
import dev.falcon.cli.internal.option.InputFlag;
import dev.falcon.cli.internal.option.NamedInput;
import dev.falcon.cli.internal.option.OptionNeeds;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.option.SessionFlags;
import dev.falcon.cli.internal.option.SharedCommand;
import dev.falcon.cli.internal.option.Tasks;
import dev.falcon.cli.internal.table.AuditTable;
import dev.falcon.data.InputRole;
import dev.falcon.data.RequestException;
import dev.falcon.data.gate.MetricGate;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.work.Shard;
import dev.falcon.mining.audit.AuditComparison;
import dev.falcon.mining.audit.AuditGates;
import dev.falcon.mining.audit.AuditShardResult;
import dev.falcon.mining.audit.AuditTasks;
import dev.falcon.mining.audit.Auditor;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.AuditTarget;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code falcon audit-fn}: estimates the share of false negatives. */
@Command(
    name = "audit-fn",
    abbreviateSynopsis = true,
    mixinStandardHelpOptions = true,
    description = {
      "Count false negatives: pairs used as negatives although they match.",
      "",
      "Draws pairs from a batch plan, a grid of quantiles or a list; judges them by models, by the"
          + " store's cosine and by known truth; and reports rates with 95 %% intervals.",
      "Without data, audits Scenes with the built-in model against exact truth.",
      "A metric of --require is a share of false negatives, lower being better: quantile=0.9 for a"
          + " quantile; hardest or chain, say, for a kind of pairs; or an id in audit.json. BASELINE"
          + " is another audit.json.",
      ""
    })
public final class AuditCommand implements Callable<Integer> {
  private static final String SCENES = "scenes";

  @Option(
      names = "--input-dataset",
      paramLabel = "DATASET",
      description =
          "The pictures and captions: a file, a folder, or scenes:SPLIT (default: Scenes).")
  private String dataset;

  @Option(
      names = "--embeddings",
      paramLabel = "DIR",
      description = "The embedding store of that data, from which hardness is computed.")
  private Path embeddings;

  @Mixin(name = "Who judges:")
  private JudgeFlags judges;

  @InputFlag(InputRole.TRUTH)
  @Option(
      names = "--truth",
      paramLabel = "FILE|scenes",
      description =
          "Labelled pairs, as a table image_key, text_key, match; or scenes, the exact truth of"
              + " Scenes (default: the truth of a generated dataset, if there is one).")
  private String truth;

  @Option(
      names = "--labels",
      paramLabel = "DIR",
      description =
          "Labels that people gave to the pairs of this audit with falcon label. May be repeated,"
              + " for labels of other kinds of negatives.")
  private List<Path> labels = List.of();

  @Option(
      names = "--draw-only",
      description =
          "Only draw the pairs, to be judged by falcon label, falcon judge or other means; no"
              + " model or truth is used.")
  private boolean drawOnly;

  @Mixin(name = "What is audited:")
  private AuditTargetFlags target;

  @Mixin(name = "How it is counted:")
  private CountFlags counting;

  @Mixin(name = "What is written:")
  private AuditOutputFlags written;

  @Option(
      names = "--shard",
      paramLabel = "I/N|auto",
      description =
          "Judge the share of task I of N, from 0; falcon merge completes the audit. auto takes I"
              + " and N from Slurm's job array or Kubernetes' indexed job.")
  private String shard;

  @Option(
      names = "--compare",
      arity = "2",
      paramLabel = "FILE",
      description = "Show two audit.json files side by side instead; nothing is audited.")
  private List<Path> compare;

  @Spec private CommandSpec spec;
  @Mixin private GateFlags gates;

  @Effect(with = "--input-dataset")
  @Mixin
  private DatasetOptions datasetOptions;

  @Mixin private SessionFlags sessionFlags;
  @Mixin private OutputOptions output;

  @Override
  public Integer call() {
    if (compare != null) {
      if (compare.size() != 2) {
        throw new RequestException("--compare takes two files; give it once");
      }
      OptionNeeds.alone(spec, "--compare", "--out");
      AuditComparison comparison = AuditComparison.of(compare.get(0), compare.get(1));
      output.result(comparison, () -> AuditTable.of(comparison, output.verbose()));
      return 0;
    }
    Optional<Shard> task = Optional.ofNullable(shard).map(Tasks::shard);
    boolean replaces =
        output.overwrite() || (task.isPresent() && Auditor.isComplete(written.folder()));
    written.requireWritable(replaces, List.of());
    AuditRequest request = request();
    written.requireEvidence(request);
    List<MetricGate> required = gates.gates(output, request.read());
    written.requireWritable(replaces, request.read());
    if (task.isPresent()) {
      if (!required.isEmpty()) {
        throw new RequestException(
            "--require applies to a whole audit; give it to falcon audit-fn without --shard");
      }
      return share(request, task.get());
    }
    Auditor.Outcome outcome =
        output.resumable(
            () ->
                new Auditor(sessionFlags.sessions(output::deviceNote), output.progress())
                    .audit(request));
    written
        .export(written.folder(), request.options().thresholds().get(0), output.overwrite())
        .forEach(output::note);
    output.result(
        outcome.result(),
        AuditTable.warnings(outcome.result(), written.folder()),
        () -> AuditTable.of(outcome.result(), written.folder(), output.verbose()));
    return gates.report(
        output,
        "falcon audit-fn",
        AuditGates.decide(outcome.result(), required),
        outcome.rejects().isEmpty() ? 0 : 3);
  }

  private int share(AuditRequest request, Shard task) {
    AuditShardResult result =
        output.resumable(
            () ->
                new Auditor(sessionFlags.sessions(output::deviceNote), output.progress())
                    .auditShard(request, task));
    if (AuditTasks.isBegun(request.output())) {
      SharedCommand.of(spec).keepIn(new AuditTasks(request.output()).workFolder());
    }
    output.result(result, () -> AuditTable.of(result));
    return 0;
  }

  private AuditRequest request() {
    target.require();
    counting.calibration().ifPresent(NamedInput::requireThere);
    if (truth != null && !SCENES.equals(truth)) {
      NamedInput.requireThere(Path.of(truth));
    }
    Optional<EmbeddingStore> store = store();
    store.ifPresent(datasetOptions::readAs);
    SampleSource data = datasetOptions.open(dataset == null ? BuiltIn.DATASET : dataset);
    boolean scenes =
        SCENES.equals(truth) || (truth == null && !drawOnly && data.format().equals(SCENES));
    Optional<Path> truthFile = scenes ? Optional.empty() : truthFile();
    AuditTarget what = target.target(store.isPresent());
    return new AuditRequest(
        new AuditRequest.Data(data, datasetOptions.given(), store),
        what,
        new AuditRequest.Evidence(
            judges.open(dataset == null && !drawOnly),
            truthFile,
            scenes,
            counting.calibration(),
            new AuditRequest.Outside(labels, judges.tables(), drawOnly)),
        counting.options(),
        written.folder(),
        written.force(),
        output.overwrite());
  }

  /** Returns the named file, or else the file of true pairs that a generated dataset includes. */
  private Optional<Path> truthFile() {
    if (truth != null || dataset == null || drawOnly) {
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

  /** Returns the named store; without data, that of the built-in data. */
  private Optional<EmbeddingStore> store() {
    if (embeddings == null && dataset == null) {
      return Optional.of(ScenesStore.open(output.progress(), output::note));
    }
    return Optional.ofNullable(embeddings).map(EmbeddingStore::open);
  }
}
