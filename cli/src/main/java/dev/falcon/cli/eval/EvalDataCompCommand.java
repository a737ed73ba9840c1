// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.eval;

import dev.falcon.cli.internal.option.EmbedderFlags;
import dev.falcon.cli.internal.option.NamedInput;
import dev.falcon.cli.internal.option.OptionNeeds;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.table.EvalTables;
import dev.falcon.data.RequestException;
import dev.falcon.eval.OnnxEmbedder;
import dev.falcon.eval.datacomp.Suite;
import dev.falcon.eval.datacomp.Task;
import dev.falcon.eval.datacomp.run.DataComp;
import dev.falcon.eval.datacomp.run.DataCompRequest;
import dev.falcon.eval.datacomp.run.DataCompRequest.OnMissing;
import dev.falcon.onnx.folder.ModelFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code falcon eval datacomp}: the 38 zero-shot tasks, to the official numbers. */
@Command(
    name = "datacomp",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Evaluate a model on DataComp's zero-shot tasks and print the official numbers.",
      "Resumes when repeated; exit code 3 if samples could not be used."
    })
final class EvalDataCompCommand implements Callable<Integer> {
  @Option(names = "--model", paramLabel = "DIR", description = "The model folder.")
  private Path model;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "The folder with the datasets' folders (wds_cifar10_test and so on).")
  private Path dataDir;

  @Option(
      names = "--output-dir",
      paramLabel = "DIR",
      description = "The folder of the results, from which an interrupted run resumes.")
  private Path outputDir;

  @Option(
      names = "--tasks",
      split = ",",
      paramLabel = "KEYS",
      showDefaultValue = Visibility.NEVER,
      description = "Only these tasks, such as 'vtab/*,imagenet1k'; all if not given.")
  private List<String> tasks = new ArrayList<>();

  @Option(names = "--list", description = "List the tasks and exit.")
  private boolean list;

  @Option(
      names = "--on-missing",
      defaultValue = "skip",
      paramLabel = "POLICY",
      description = "skip or fail if a task's folder is missing.")
  private OnMissing onMissing;

  @Option(
      names = "--fmow-other",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Whether FMoW's tiny region Other can be the worst, as in the official metric.")
  private boolean fmowOther;

  @Mixin private EmbedderFlags embedders;
  @Mixin private OutputOptions outputs;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    List<Task> chosen = Suite.matching(tasks);
    if (list) {
      OptionNeeds.alone(spec, "--list", "--tasks");
      outputs.result(chosen, () -> EvalTables.tasks(chosen));
      return 0;
    }
    DataCompRequest request =
        new DataCompRequest(dataDir, outputDir, tasks, onMissing, fmowOther, outputs.overwrite());
    NamedInput.requireThere(dataDir); // before the model is read
    if (model == null) {
      throw new RequestException("--model must name the model folder");
    }
    ModelFolder folder = embedders.folder(model);
    try (OnnxEmbedder embedder =
        embedders.embedder(folder, embedders.sessions(outputs::deviceNote))) {
      String name = String.valueOf(model.toAbsolutePath().normalize().getFileName());
      DataComp run = new DataComp(request, embedder, name, outputs.progress());
      DataComp.Result result = outputs.resumable(run::run);
      outputs.result(result.run(), EvalTables.warnings(result), () -> EvalTables.dataComp(result));
      return result.rejects().isEmpty() ? 0 : 3;
    }
  }
}
