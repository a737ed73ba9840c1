// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.export;

import dev.falcon.data.Provenance;
import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.downstream.internal.task.ExportedTask;
import dev.falcon.downstream.internal.task.TaskExport;
import dev.falcon.downstream.internal.task.Tokens;
import dev.falcon.onnx.export.TrainedModel;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.export.tokenizer.TokenizerReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.export.CheckpointModel;
import dev.falcon.training.internal.store.Checkpoint;
import java.util.List;
import java.util.Optional;

/** A fine-tuned checkpoint in the form that the graph writer needs. */
final class TaskModel implements AutoCloseable {
  private final Checkpoint checkpoint;
  private final FinetuneConfig task;
  private final Provenance provenance;
  private final Tokenizer tokenizer;
  private final Tokens tokens;
  private final ExportedTask exported;

  /**
   * Creates the model of a checkpoint.
   *
   * @param task the configuration of the checkpoint's fine-tuning
   * @param graphs the graphs of the task
   */
  TaskModel(
      Checkpoint checkpoint, FinetuneConfig task, TaskExport.Graphs graphs, Provenance provenance) {
    this.checkpoint = checkpoint;
    this.task = task;
    this.provenance = provenance;
    this.tokenizer = TokenizerReader.parse(checkpoint.data().tokenizer());
    this.tokens = Tokens.read(tokenizer, config().model().maxTokens());
    this.exported = graphs.open(tokens);
  }

  Checkpoint checkpoint() {
    return checkpoint;
  }

  /**
   * Returns the configuration of the network from which fine-tuning started, with the size of its
   * pictures.
   */
  TrainConfig config() {
    return checkpoint.config();
  }

  /** Returns the network as its task exports it. */
  ExportedTask exported() {
    return exported;
  }

  /** Tokenises texts as in an evaluation; they must already be cleaned. */
  int[][] tokens(List<String> texts) {
    return tokens.cut(texts, task.data().text().heldTokens()).toArray(int[][]::new);
  }

  /** Returns all parts of a model folder. */
  TrainedModel trainedModel() {
    return new TrainedModel(
        exported.network(),
        CheckpointModel.weights(checkpoint, exported.layout()),
        Optional.empty(),
        new TrainedModel.Pixels(
            config().data().mean(),
            config().data().deviation(),
            config().data().resample().filter()),
        text(),
        provenance);
  }

  /** Returns the preprocessing of texts in an evaluation. */
  TrainedModel.Text text() {
    int most = Math.min(task.data().text().heldTokens(), config().model().maxTokens());
    return new TrainedModel.Text(
        exported.cleaning(), tokenizer, most, task.data().text().heldWords());
  }

  @Override
  public void close() {
    tokens.close();
  }
}
