// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.builtin.BuiltIn;
import dev.falcon.cli.internal.builtin.Demo;
import dev.falcon.cli.internal.option.CommandText;
import dev.falcon.cli.internal.option.DatasetOpener;
import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.NamedInput;
import dev.falcon.cli.internal.option.OptionNeeds;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.option.RejectFlags;
import dev.falcon.cli.internal.option.Tasks;
import dev.falcon.cli.internal.process.Engines;
import dev.falcon.cli.internal.table.MiningTable;
import dev.falcon.data.RequestException;
import dev.falcon.data.Warning;
import dev.falcon.data.file.Folders;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.work.OutputFile;
import dev.falcon.data.work.Shard;
import dev.falcon.mining.Miner;
import dev.falcon.mining.MiningEngine;
import dev.falcon.mining.constraint.OwnReliability;
import dev.falcon.mining.plan.ShardResult;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.report.DataOfStore;
import dev.falcon.mining.report.ModelFit;
import dev.falcon.mining.report.PlanPage;
import dev.falcon.mining.report.PositivePairs;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningResult;
import dev.falcon.onnx.session.SessionSettings;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code falcon mine}: mines batch plans from vectors. */
@Command(
    name = "mine",
    abbreviateSynopsis = true,
    mixinStandardHelpOptions = true,
    description = {
      "Mine hard negatives as training batches; falcon lists mines them as lists.",
      "",
      "Reads an embedding store and writes a batch plan by Algorithm 1 of FALCON, computed exactly"
          + " over search spaces of a seeded shuffle. The bytes are the same on any machine.",
      ""
    })
public final class MineCommand implements Callable<Integer> {
  private final Demo demo;
  private final DatasetOpener datasets;

  @Option(
      names = "--embeddings",
      paramLabel = "DIR",
      description =
          "The embedding store, in Falcon's or clip-retrieval's layout, or as Parquet or Arrow"
              + " files with columns of vectors (default: Scenes, embedded by the built-in model).")
  private String embeddings; // text, since with --spark it may be a URI

  @Option(
      names = {"--out", "-o"},
      paramLabel = "FILE",
      description =
          "The file to write (default: batch-plan, with the format as extension). A name without an"
              + " extension, or one that ends with a slash, is a folder of parts.")
  private String out; // text, since a slash at its end means a folder

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Also write a page that shows the plan: similarities, quantiles, the hardest pairs,"
              + " whole batches.")
  private Path html;

  @Effect(with = "--html")
  @Option(
      names = "--input-dataset",
      paramLabel = "DATASET",
      description =
          "The dataset that the store was made from, for the page's pictures (default: none; Scenes"
              + " for the built-in store). It is read as the store's record says.")
  private String dataset;

  @Effect(with = "--input-dataset")
  @Option(
      names = "--image-root",
      paramLabel = "DIR",
      description = "The folder or zip of the images that this dataset names, if it is a table.")
  private Path imageRoot;

  @Effect(without = "--spark")
  @Option(
      names = "--output-format",
      paramLabel = "FORMAT",
      description = "parquet, arrow, jsonl or csv (default: by the extension of --out).")
  private String format;

  @Mixin(name = "How hard the negatives are:")
  private PolicyFlags policy;

  @Mixin(name = "What is kept apart:")
  private VetoFlags vetoes;

  @Mixin(name = "How batches are composed:")
  private SpaceFlags space;

  @Mixin(name = "Where it runs:")
  private RunFlags run;

  @Mixin private RejectFlags rejects;

  private static final String DEFAULT_NAME = "batch-plan";
  private static final Pattern TABLE_NAME = Pattern.compile(".*\\.(parquet|arrow|jsonl|csv|json)");

  @Mixin private OutputOptions output;

  @Spec private CommandSpec spec;

  /**
   * Creates the command.
   *
   * @param demo what is mined if no store is named
   * @param datasets opens the data of pages
   */
  public MineCommand(Demo demo, DatasetOpener datasets) {
    this.demo = demo;
    this.datasets = datasets;
  }

  @Override
  public Integer call() {
    MiningOptions asked = options();
    file();
    Optional<SampleSource> pictures = pictures();
    TableFormat tableFormat = tableFormat();
    Path file = file();
    Optional<Shard> task = Optional.ofNullable(run.shard()).map(Tasks::shard);
    if (run.spark() != null) {
      return mineOnSpark(asked);
    }
    if (task.isPresent()
        && TABLE_NAME.matcher(file.toString()).matches()
        && !Folders.exists(file)) {
      throw new RequestException(
          "--shard writes a folder of parts, which falcon merge turns into a file; --out=" + out);
    }
    noteNewFolder(file);
    EmbeddingStore store = store();
    MiningOptions options =
        vetoes.imagesApart() && store.hasImageIds()
            ? asked.withConstraints(asked.constraints().withImagesApart())
            : asked;
    MiningRequest request =
        new MiningRequest(store, options, file, tableFormat, run.execution(), output.overwrite());
    Miner miner = miner();
    if (task.isPresent()) {
      ShardResult result = output.resumable(() -> miner.mineShard(request, task.get()));
      output.result(result, () -> MiningTable.of(result));
      return 0; // falcon merge reports rejected rows, once
    }
    MiningResult result =
        output.resumable(() -> inParts() ? miner.mineFolder(request) : miner.mine(request));
    List<String> warnings = warnings(MiningTable.warnings(result), store);
    if (html != null) {
      PlanPage.write(html, result, store, pictures.map(datasets::pictures), CommandText.of(spec));
    }
    boolean builtIn = embeddings == null && options.policy().hasAnchors();
    output.result(
        result,
        warnings,
        () ->
            MiningTable.of(result, MiningTable.Rows.of(store), OptionalInt.of(store.dimension()))
                + (builtIn ? demo.comparison(result.output(), options) : ""));
    return rejects.code(!result.rejects().isEmpty());
  }

  /** Prints notes on the pairs of a store, and returns the warnings of a result. */
  private List<String> warnings(List<String> ofResult, EmbeddingStore store) {
    PositivePairs.warning(store).map(Warning::line).ifPresent(output::note);
    vetoes.note(store, policy.hasWitness()).ifPresent(output::note);
    List<String> warnings = new ArrayList<>(ofResult);
    ModelFit.of(store).warning(store).ifPresent(warnings::add);
    return warnings;
  }

  private MiningOptions options() {
    if (run.spark() == null) { // there it may be a URI, or a file that Spark has copied
      vetoes.veto().ifPresent(NamedInput::requireThere);
    }
    return new MiningOptions(
        policy.composition(),
        space.searchSpace(),
        space.batchSize(),
        policy.levels(),
        space.epochs(),
        space.seed(),
        space.keepsRemainder(),
        vetoes.refined(policy.constraints(vetoes.constraints()), this::ownWeight),
        space.shuffledShards());
  }

  private float ownWeight() {
    run.requireWeightHere();
    return OwnWeight.estimated(OwnReliability.of(store()), output);
  }

  private Miner miner() {
    if (!(policy.composition().policy() instanceof QuantilePolicy.Scheduled)) {
      run.requireProcessor("only a scheduler uses another device");
    }
    output.detail("similarities: " + Miner.kernel() + ", " + run.threads() + " threads");
    // One thread, since the scheduler is small and its numbers must not depend on the number of
    // cores.
    Sessions sessions = new Sessions(SessionSettings.on(run.device()).withThreads(1), output::note);
    return new Miner(sessions, output.progress(), output::note);
  }

  /** Prints a note if the output's folder does not exist, since its name may be mistyped. */
  private void noteNewFolder(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null && !Folders.exists(folder)) {
      output.note(folder + ": does not exist and will be created");
    }
  }

  private int mineOnSpark(MiningOptions options) {
    run.requireProcessor("--spark computes on the executors' processors");
    OptionNeeds.refuse(spec, "--spark", List.of("--threads", "--memory"));
    if (html != null || run.shard() != null) {
      throw new RequestException("--spark writes a plan; omit --html and --shard");
    }
    if (embeddings == null) {
      throw new RequestException("--spark has no built-in data; name a store with --embeddings");
    }
    if (!inParts()) {
      throw new RequestException(
          "--spark writes a folder of parts, which falcon merge turns into a file; --out=" + out);
    }
    MiningEngine.Request request =
        new MiningEngine.Request(
            embeddings,
            options,
            out == null ? DEFAULT_NAME : out,
            TableFormat.PARQUET,
            run.spark(),
            vetoes.imagesApart(),
            asWritten("--veto"),
            asWritten("--scheduler"),
            output.overwrite());
    MiningEngine engine = Engines.named(MiningEngine.class, "spark");
    MiningEngine.Planned result =
        output.resumable(() -> engine.mine(request, output.progress(), output::note));
    List<String> warnings =
        Folders.exists(Path.of(embeddings)) // what lies elsewhere is not read here
            ? warnings(MiningTable.warnings(result), store())
            : MiningTable.warnings(result);
    output.result(result, warnings, () -> MiningTable.of(result));
    return rejects.code(!result.rejects().isEmpty());
  }

  /**
   * Returns a file's name as the user wrote it, since a path cannot hold the two slashes of a URI.
   */
  private Optional<String> asWritten(String flag) {
    return Optional.ofNullable(spec.commandLine().getParseResult().matchedOption(flag))
        .map(option -> option.originalStringValues().get(0));
  }

  /**
   * Opens the data of the page's pictures, before any work, so that a wrong name is reported early.
   */
  private Optional<SampleSource> pictures() {
    if (html == null) {
      return Optional.empty();
    }
    if (run.shard() != null) {
      throw new RequestException("--html shows a whole plan, not a task's share of it");
    }
    String named = dataset == null && embeddings == null ? BuiltIn.DATASET : dataset;
    Optional<SampleSource> source =
        Optional.ofNullable(named)
            .map(data -> datasets.open(data, Optional.ofNullable(imageRoot), store()));
    List<Path> inputs = new ArrayList<>(source.map(SampleSource::files).orElse(List.of()));
    Optional.ofNullable(embeddings).map(Path::of).ifPresent(inputs::add);
    output.requireFile(html, inputs);
    source.ifPresent(data -> OutputFile.requireNotRead(file(), data.files()));
    source.ifPresent(data -> DataOfStore.require(data, store()));
    if (!inParts()
        && (!TableFormat.isNamedIn(file()) || TableFormat.ofTable(file()) != tableFormat())) {
      throw new RequestException(
          file() + ": must end with ." + tableFormat().label() + ", since the page reads it again");
    }
    if (html.toAbsolutePath().normalize().equals(file().toAbsolutePath().normalize())) {
      throw new RequestException(html + ": is the plan's file; name another for the page");
    }
    return source;
  }

  /** Returns whether the plan is a folder of parts. */
  private boolean inParts() {
    if (run.shard() != null || (run.spark() != null && out == null)) {
      return true;
    }
    if (out == null || format != null) {
      return false;
    }
    return out.endsWith("/")
        || Folders.isFolder(Path.of(out))
        || !Path.of(out).getFileName().toString().contains(".");
  }

  private Path file() {
    if (out != null) {
      Path named = Path.of(out);
      OutputFile.requireName(named);
      return named;
    }
    return Path.of(inParts() ? DEFAULT_NAME : DEFAULT_NAME + "." + tableFormat().label());
  }

  private EmbeddingStore store() {
    return embeddings == null
        ? demo.store(output.progress(), output::note)
        : EmbeddingStore.open(Path.of(embeddings));
  }

  private TableFormat tableFormat() {
    if (format != null) {
      return TableFormat.ofLabel(format);
    }
    return out == null || inParts() ? TableFormat.PARQUET : TableFormat.ofFile(Path.of(out));
  }
}
