package dev.falcon.training.internal.export;

import dev.falcon.onnx.export.TrainedModel;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.export.tokenizer.TokenizerReader;
import dev.falcon.training.config.FinetuneConfig;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.finetuning.task.ExportedTask;
import dev.falcon.training.internal.finetuning.task.TaskExport;
import dev.falcon.training.internal.finetuning.task.Tokens;
import dev.falcon.training.internal.store.Checkpoint;
import java.util.List;
import java.util.Optional;

/** A fine-tuned checkpoint in the form that the graph writer needs. */
public final class TaskModel implements AutoCloseable {
  private final Checkpoint checkpoint;
  private final FinetuneConfig task;
  private final Tokenizer tokenizer;
  private final Tokens tokens;
  private final ExportedTask exported;

  /**
   * The model of a checkpoint.
   *
   * @param task of the checkpoint
   * @param graphs of the task
   */
  public TaskModel(Checkpoint checkpoint, FinetuneConfig task, TaskExport.Graphs graphs) {
    this.checkpoint = checkpoint;
    this.task = task;
    this.tokenizer = TokenizerReader.parse(checkpoint.data().tokenizer());
    this.tokens = Tokens.read(tokenizer, config().model().maxTokens());
    this.exported = graphs.open(tokens);
  }

  Checkpoint checkpoint() {
    return checkpoint;
  }

  /** The configuration of the network from which fine-tuning started, and of its pictures. */
  TrainConfig config() {
    return checkpoint.config();
  }

  /** The network as its task exports it. */
  public ExportedTask exported() {
    return exported;
  }

  /** Texts as in an evaluation, already cleaned. */
  int[][] tokens(List<String> texts) {
    return tokens.cut(texts, task.data().text().heldTokens()).toArray(int[][]::new);
  }

  /** All parts of a model folder. */
  public TrainedModel trainedModel() {
    return new TrainedModel(
        exported.network(),
        CheckpointModel.weights(checkpoint, exported.layout()),
        Optional.empty(),
        new TrainedModel.Pixels(
            config().data().mean(),
            config().data().deviation(),
            config().data().resample().filter()),
        text(),
        CheckpointModel.provenance(checkpoint));
  }

  /** The reading of texts in an evaluation. */
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
