// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.export;

import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.onnx.export.TrainedModel;
import dev.falcon.onnx.export.graph.NamedWeights;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.export.tokenizer.TokenizerReader;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.ConfigTree;
import dev.falcon.training.config.FrameworkKind;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.Frameworks;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.input.CaptionTokenizer;
import dev.falcon.training.internal.input.ScenesVocabulary;
import dev.falcon.training.internal.input.TrainingData.DataIdentity;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.policy.Scheduler;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.SafeTensorsWriter;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A checkpoint in the form that the graph writer needs. */
public final class CheckpointModel {
  private final Checkpoint checkpoint;
  private final Tokenizer tokenizer;
  private final Framework framework;

  /** Creates the model of a checkpoint. */
  public CheckpointModel(Checkpoint checkpoint) {
    this.checkpoint = checkpoint;
    this.tokenizer =
        scenes()
            ? new ScenesVocabulary(special()).tokenizer()
            : TokenizerReader.parse(checkpoint.data().tokenizer());
    this.framework = Frameworks.of(checkpoint.config(), vocabulary());
  }

  Checkpoint checkpoint() {
    return checkpoint;
  }

  TrainConfig config() {
    return checkpoint.config();
  }

  Framework framework() {
    return framework;
  }

  private boolean scenes() {
    return checkpoint.data().equals(DataIdentity.SCENES);
  }

  /** Returns the special tokens of the framework's input. */
  Tokenizer.Special special() {
    return FrameworkKind.named(config().model().framework()).specialTokens();
  }

  /** Returns the training run's view of the tokenizer. */
  Vocabulary vocabulary() {
    return CaptionTokenizer.vocabulary(tokenizer);
  }

  /**
   * Tokenises captions, truncated as in training's evaluation. Not for Scenes, which has its own
   * vocabulary.
   */
  int[][] tokens(List<String> captions) {
    try (CaptionTokenizer cutter =
        CaptionTokenizer.open(checkpoint.data().tokenizer(), config().data().text())) {
      return cutter.tokens(captions, config().data().text().heldTokens());
    }
  }

  boolean hasScheduler() {
    return config().method().scheduled();
  }

  /** Returns all parts of a model folder. */
  public TrainedModel trainedModel() {
    return new TrainedModel(
        framework.exported(),
        weights(framework.layout()),
        scheduler(),
        new TrainedModel.Pixels(
            config().data().mean(),
            config().data().deviation(),
            config().data().resample().filter()),
        text(),
        provenance());
  }

  private TrainedModel.Text text() {
    return scenes()
        ? new TrainedModel.Text(TextCleaning.NONE, tokenizer, config().model().maxTokens())
        : new TrainedModel.Text(
            TextCleaning.parse(config().data().text().cleaning()),
            tokenizer,
            config().data().text().heldTokens());
  }

  private Optional<TrainedModel.Scheduler> scheduler() {
    return hasScheduler()
        ? Optional.of(
            new TrainedModel.Scheduler(
                config().scheduler().shape(), weights(Scheduler.layout(config().scheduler()))))
        : Optional.empty();
  }

  /** Returns the provenance of the exported files. */
  public Provenance provenance() {
    TrainConfig config = config();
    return Provenance.of(
        "export",
        config.seed(),
        Map.of(
            "method",
            config.method().name(),
            "data",
            ConfigTree.publishedValue(config.data().train().dataset()),
            "step",
            checkpoint.state().step(),
            "config",
            ConfigTree.published(ConfigReader.write(config))),
        List.of(Provenance.Input.of(InputRole.CHECKPOINT, checkpoint.file())));
  }

  /** Writes the network's weights in Hugging Face's layout, if one of its classes can load them. */
  public void writeWeights(Path folder) {
    List<ParameterLayout.Entry> published = framework.published();
    if (!published.isEmpty()) {
      Map<String, float[]> values = checkpoint.weights(framework.layout());
      SafeTensorsWriter writer = new SafeTensorsWriter().metadata("format", "pt");
      for (ParameterLayout.Entry entry : published) {
        writer.tensor(entry.name(), values.get(entry.name()), entry.shape());
      }
      writer.write(folder.resolve("model.safetensors"));
    }
  }

  private NamedWeights weights(ParameterLayout layout) {
    return weights(checkpoint, layout);
  }

  /** Returns those of a checkpoint's weights that a layout contains. */
  public static NamedWeights weights(Checkpoint checkpoint, ParameterLayout layout) {
    Map<String, float[]> values = checkpoint.weights(layout);
    Map<String, Tensor> tensors = new HashMap<>();
    for (ParameterLayout.Entry entry : layout.entries()) {
      tensors.put(entry.name(), Tensor.float32(values.get(entry.name()), entry.shape()));
    }
    return NamedWeights.of(tensors);
  }
}
