// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import dev.falcon.cli.internal.option.DatasetOptions;
import dev.falcon.cli.internal.option.ModelFlags;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.option.RejectFlags;
import dev.falcon.cli.internal.option.SessionFlags;
import dev.falcon.cli.internal.option.Tasks;
import dev.falcon.cli.internal.table.Counted;
import dev.falcon.cli.internal.table.PartsTable;
import dev.falcon.cli.internal.table.RejectedRows;
import dev.falcon.cli.internal.table.TextTable;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.Shard;
import dev.falcon.onnx.embed.EmbedParts;
import dev.falcon.onnx.embed.EmbedRequest;
import dev.falcon.onnx.embed.EmbedRequest.CaptionMode;
import dev.falcon.onnx.embed.EmbedRequest.RejectPolicy;
import dev.falcon.onnx.embed.EmbedResult;
import dev.falcon.onnx.embed.Embedder;
import dev.falcon.onnx.embed.PartsResult;
import dev.falcon.onnx.embed.pipeline.PipelineSettings;
import dev.falcon.onnx.embed.pipeline.Stage;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon embed}: embeds samples. */
@Command(
    name = "embed",
    mixinStandardHelpOptions = true,
    description = {
      "Embed a dataset with an ONNX dual encoder into an embedding store; pairs of texts with a"
          + " sentence encoder, pairs of images with the image encoder alone.",
      "Resumes after the last complete shard when repeated; the result is identical.",
      "Exit code 3 if rows were rejected; rejects.parquet in the store's folder lists them. With"
          + " --shard, exit code 0, and falcon merge reports them.",
      ""
    })
final class EmbedCommand implements Callable<Integer> {
  @Option(
      names = "--input-dataset",
      required = true,
      paramLabel = "DATASET",
      description = DatasetOptions.SPECIFICATION)
  private String dataset;

  @Option(
      names = {"--model", "--clip-model"},
      required = true,
      paramLabel = "DIR",
      description = "The model folder: ONNX graphs of the encoders, with their JSON files.")
  private Path folder;

  @Option(
      names = {"--out", "--output-folder"},
      required = true,
      paramLabel = "DIR",
      description = "The store to write.")
  private Path output;

  @Option(
      names = "--output-format",
      defaultValue = "arrow",
      paramLabel = "FORMAT",
      description = "arrow or clip-retrieval (default: ${DEFAULT-VALUE}).")
  private String format;

  @Option(
      names = "--dtype",
      defaultValue = "float32",
      paramLabel = "TYPE",
      description = "float32 or float16 (default: ${DEFAULT-VALUE}).")
  private VectorType type;

  @Option(
      names = "--captions",
      defaultValue = "all",
      paramLabel = "MODE",
      description = {
        "What to write for images with several captions (default: ${DEFAULT-VALUE}):",
        "  all    one row per caption;",
        "  first  one row, with the first;",
        "  mean   one row, with the normalised mean of their unit vectors."
      })
  private CaptionMode captions;

  @Option(
      names = "--batch-size",
      defaultValue = "" + PipelineSettings.DEFAULT_BATCH_SIZE,
      paramLabel = "N",
      description = "Images or captions per run of a graph (default: ${DEFAULT-VALUE}).")
  private int batchSize;

  @Option(
      names = {"--num-workers", "--num-prepro-workers"},
      paramLabel = "N",
      description = "Threads that decode, preprocess and tokenise (default: one per core).")
  private Integer workers;

  @Option(
      names = {"--samples-per-shard", "--write-batch-size"},
      defaultValue = "" + EmbedRequest.DEFAULT_SAMPLES_PER_SHARD,
      paramLabel = "N",
      description =
          "Samples per shard; an interrupted run repeats at most one (default: ${DEFAULT-VALUE}).")
  private int samplesPerShard;

  @Option(
      names = "--shard",
      paramLabel = "I/N|auto",
      description =
          "Embed the share of task I of N, from 0, in whole shards of the dataset, such as tars;"
              + " falcon merge makes one store of all shares. auto takes I and N from Slurm's job"
              + " array or Kubernetes' indexed job.")
  private String shard;

  @Option(
      names = "--on-error",
      defaultValue = "skip",
      paramLabel = "POLICY",
      description = "skip lists broken rows and continues; fail stops (default: ${DEFAULT-VALUE}).")
  private RejectPolicy policy;

  @Mixin private DatasetOptions datasets;
  @Mixin private ModelFlags model;
  @Mixin private SessionFlags sessions;
  @Mixin private RejectFlags rejects;
  @Mixin private OutputOptions outputs;

  @Override
  public Integer call() {
    PipelineSettings pipeline = PipelineSettings.ofBatchSize(batchSize);
    EmbedRequest request =
        new EmbedRequest(
            datasets.open(dataset),
            datasets.given(),
            model.open(folder),
            output,
            layout(),
            type,
            captions,
            workers == null ? pipeline : pipeline.withWorkers(workers),
            samplesPerShard,
            policy,
            outputs.overwrite());
    Optional<Shard> task = Optional.ofNullable(shard).map(Tasks::shard);
    Sessions opened = sessions.sessions(outputs::deviceNote);
    if (task.isPresent()) {
      PartsResult result =
          outputs.resumable(
              () -> EmbedParts.embed(request, task.get(), opened, outputs.progress()));
      outputs.result(result, () -> PartsTable.of(result));
      return 0; // falcon merge reports rejected rows, once
    }
    EmbedResult result =
        outputs.resumable(() -> Embedder.embed(request, opened, outputs.progress()));
    outputs.result(result, warnings(result), () -> text(result));
    return rejects.code(result.rejects() > 0);
  }

  private StoreLayout layout() {
    return switch (format.toLowerCase(Locale.ROOT).replace('_', '-')) {
      case "arrow" -> StoreLayout.ARROW;
      case "clip-retrieval" -> StoreLayout.CLIP_RETRIEVAL;
      default ->
          throw new RequestException(
              "output format '" + format + "' is not known; use arrow or clip-retrieval");
    };
  }

  private List<String> warnings(EmbedResult result) {
    List<String> warnings =
        new ArrayList<>(
            RejectedRows.warning("rows", result.rejects(), output.resolve(Rejects.FILE_NAME)));
    if (result.rejects() > 0) {
      warnings.add(
          "rows of the store are numbered without the rejected ones, and so is index in a plan:"
              + " find samples of the data by key");
    }
    if (result.truncated() > 0) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%,d texts were longer than the model accepts and were truncated",
              result.truncated()));
    }
    return warnings;
  }

  private String text(EmbedResult result) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s: %s of %d-d vectors from %s, %s encoded on %s\n",
            output,
            Counted.of(result.rows(), "row", "rows"),
            result.dimension(),
            Counted.of(result.samples(), "sample", "samples"),
            EmbeddingStore.open(output).hasAnchors()
                ? Counted.of(result.images(), "anchor", "anchors")
                : Counted.of(result.images(), "image", "images"),
            result.device()));
    if (result.resumedSamples() > 0) {
      text.append(
          String.format(
              Locale.ROOT,
              "%,d samples were embedded by an earlier run\n",
              result.resumedSamples()));
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%,.1f samples/s in %.1f s; the stages run at the same time:\n",
            result.samplesPerSecond(),
            result.seconds()));
    TextTable stages = new TextTable("stage", "busy");
    for (Map.Entry<Stage, Double> stage : result.stageSeconds().entrySet()) {
      stages.row(
          stage.getKey().name().toLowerCase(Locale.ROOT),
          String.format(Locale.ROOT, "%.1f s", stage.getValue()));
    }
    return text.append(stages).toString();
  }
}
