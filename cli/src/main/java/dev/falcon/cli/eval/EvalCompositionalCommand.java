// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.eval;

import dev.falcon.cli.internal.builtin.BuiltIn;
import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.EmbedderFlags;
import dev.falcon.cli.internal.option.OptionNeeds;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.option.ReadingFlags;
import dev.falcon.cli.internal.option.RejectFlags;
import dev.falcon.cli.internal.table.SuiteTables;
import dev.falcon.data.RequestException;
import dev.falcon.eval.OnnxEmbedder;
import dev.falcon.eval.compositional.Compositional;
import dev.falcon.eval.compositional.CompositionalRequest;
import dev.falcon.eval.compositional.ScoredBy;
import dev.falcon.eval.compositional.suite.CompositionalSuite;
import dev.falcon.eval.compositional.suite.SuiteDescription;
import dev.falcon.eval.compositional.suite.SuiteReader;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.matcher.MatchScorer;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code falcon eval compositional}: suites of right and wrong captions, item by item. */
@Command(
    name = "compositional",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Evaluate a model on a compositional suite, such as SugarCrepe, or on your own table of right"
          + " and wrong captions or images: what hard negatives are meant to improve.",
      "Beside each share stand its chance, ties, and two answers that do not look at the image.",
      "Resumes when repeated; exit code 3 if images or rows could not be used."
    })
final class EvalCompositionalCommand implements Callable<Integer> {
  private static final List<String> OF_MODELS =
      List.of(
          "--model",
          "--batch-size",
          "--device",
          "--threads",
          "--precision",
          "--text-cleaning",
          "--query-prompt",
          "--query-prompt-name",
          "--corpus-prompt",
          "--corpus-prompt-name");

  /** The score of a pair, as the user writes it. */
  private enum ScoreBy {
    AUTO,
    ITC,
    ITM,
    MATCH,
    TABLE
  }

  @Option(
      names = "--model",
      paramLabel = "DIR",
      description = "The model folder (default: the built-in one, trained on Scenes).")
  private Path model;

  @Option(
      names = "--score-by",
      defaultValue = "auto",
      paramLabel = "SCORE",
      description =
          "itc (cosine), itm (matching logit), match (probability of a match, which also decides each"
              + " pair by itself), table (the suite's column score, without a model);"
              + " auto is table if there is that column, otherwise itm if the model can match.")
  private ScoreBy scoreBy;

  @Option(names = "--list", description = "List the suites that Falcon describes, and exit.")
  private boolean list;

  @Option(
      names = "--output-dir",
      paramLabel = "DIR",
      description =
          "The folder for suite.json, items.parquet and the cached vectors; without it, nothing is"
              + " written.")
  private Path outputDir;

  @Effect(with = "--output-dir")
  @Option(
      names = "--clip-benchmark",
      description = "Also write each subset's result as CLIP_benchmark does.")
  private boolean clipBenchmark;

  @Mixin(name = "The suite:")
  private SuiteFlags suites;

  @Effect(with = {"--input-dataset", "--trained-on"})
  @Mixin(name = "How the dataset is read:")
  private ReadingFlags reading;

  @Mixin private EmbedderFlags embedders;
  @Mixin private RejectFlags rejected;
  @Mixin private OutputOptions outputs;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (list) {
      OptionNeeds.alone(spec, "--list");
      List<SuiteDescription> all =
          SuiteReader.NAMES.stream().map(SuiteReader::description).toList();
      outputs.result(all, () -> SuiteTables.suites(all));
      return 0;
    }
    CompositionalSuite suite = suites.read(reading);
    boolean given = suite.items().stream().noneMatch(item -> item.scores().isEmpty());
    if (scoreBy == ScoreBy.TABLE && !given) {
      throw new RequestException(
          suites.name() + ": has no column 'score' by which its items could be judged");
    }
    boolean byTable =
        scoreBy == ScoreBy.TABLE || (scoreBy == ScoreBy.AUTO && given && model == null);
    if (byTable) {
      OptionNeeds.refuse(
          spec,
          scoreBy == ScoreBy.TABLE ? "--score-by table" : "the table's own column 'score'",
          OF_MODELS);
    }
    Compositional.Outcome outcome =
        byTable
            ? run(request(suite, ScoredBy.TABLE), Optional.empty(), Optional.empty(), "table")
            : ofModel(suite);
    outputs.result(
        outcome.result(),
        SuiteTables.warnings(outcome),
        () -> SuiteTables.compositional(outcome.result()));
    return rejected.code(!outcome.isComplete());
  }

  private Compositional.Outcome ofModel(CompositionalSuite suite) {
    ModelFolder folder = embedders.folder(model == null ? BuiltIn.modelFolder() : model);
    boolean needed = scoreBy == ScoreBy.ITM || scoreBy == ScoreBy.MATCH;
    if (needed && !folder.hasMatcher()) {
      throw new RequestException(
          "the scores itm and match need a matching model (itm_model.onnx), which the model folder"
              + " lacks");
    }
    boolean matches = scoreBy != ScoreBy.ITC && folder.hasMatcher();
    ScoredBy order = scoreBy == ScoreBy.MATCH ? ScoredBy.MATCH : ScoredBy.ITM;
    CompositionalRequest request = request(suite, matches ? order : ScoredBy.ITC);
    Sessions opened = embedders.sessions(outputs::deviceNote);
    Path named = folder.path().toAbsolutePath().normalize();
    String name = String.valueOf(named.getFileName());
    try (OnnxEmbedder embedder = embedders.embedder(folder, opened)) {
      if (!matches) {
        return run(request, Optional.of(embedder), Optional.empty(), name);
      }
      try (MatchScorer matcher = folder.openMatchScorer(opened)) {
        return run(request, Optional.of(embedder), Optional.of(matcher), name);
      }
    }
  }

  private Compositional.Outcome run(
      CompositionalRequest request,
      Optional<OnnxEmbedder> embedder,
      Optional<MatchScorer> matcher,
      String name) {
    Compositional run =
        new Compositional(request, embedder.map(used -> used), matcher, name, outputs.progress());
    return outputs.resumable(run::run);
  }

  private CompositionalRequest request(CompositionalSuite suite, ScoredBy order) {
    return new CompositionalRequest(
        suite,
        suites.description(),
        suites.images(),
        suites.dataset(),
        suites.trainedOn(),
        suites.given(),
        order,
        clipBenchmark,
        Optional.ofNullable(outputDir),
        outputs.overwrite());
  }
}
