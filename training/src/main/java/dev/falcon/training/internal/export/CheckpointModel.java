package dev.falcon.training.internal.export;

import dev.falcon.data.Provenance;
import dev.falcon.onnx.export.NamedWeights;
import dev.falcon.onnx.export.TrainedModel;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.export.tokenizer.TokenizerReader;
import dev.falcon.onnx.graph.tensor.Tensor;
import dev.falcon.onnx.network.Blip2Network;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.transformer.CaptionDecoder;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.Frameworks;
import dev.falcon.training.internal.framework.pass.Framework;
import dev.falcon.training.internal.input.DataIdentity;
import dev.falcon.training.internal.input.text.CaptionTokenizer;
import dev.falcon.training.internal.input.text.ScenesVocabulary;
import dev.falcon.training.internal.input.text.Vocabulary;
import dev.falcon.training.internal.policy.scheduler.Scheduler;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.SafeTensorsWriter;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a checkpoint holds, as the graphs' writer wants it. */
public final class CheckpointModel {
  /** What begins the names of parameters that Hugging Face's classes do not have. */
  private static final List<String> OWN =
      List.of(CaptionDecoder.PREFIX, Blip2Network.WORD_HEAD, "temperature");

  private final Checkpoint checkpoint;
  private final Tokenizer tokenizer;
  private final Framework framework;

  /** The model of a checkpoint. */
  public CheckpointModel(Checkpoint checkpoint) {
    this.checkpoint = checkpoint;
    this.tokenizer =
        scenes()
            ? ScenesVocabulary.of(config().model().framework()).tokenizer()
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

  /** What training knew of the tokenizer. */
  Vocabulary vocabulary() {
    return CaptionTokenizer.vocabulary(tokenizer);
  }

  /** Captions as training cuts those of an evaluation; not for Scenes, whose words are its own. */
  int[][] tokens(List<String> captions) {
    try (CaptionTokenizer cutter =
        CaptionTokenizer.open(checkpoint.data().tokenizer(), config().data().text())) {
      return cutter.tokens(captions, config().data().text().heldTokens());
    }
  }

  boolean hasScheduler() {
    return config().method().scheduled();
  }

  /** Everything that a model folder is made of. */
  public TrainedModel trainedModel() {
    return new TrainedModel(
        framework.exported(),
        weights(framework.layout()),
        scheduler(),
        new TrainedModel.Pixels(config().data().mean(), config().data().deviation()),
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

  private Provenance provenance() {
    return Provenance.of(
        "export",
        config().seed(),
        Map.of(
            "method", config().method().name(),
            "data", config().data().train().dataset(),
            "step", checkpoint.state().step(),
            "config", ConfigReader.write(config())),
        List.of(Provenance.Input.of(checkpoint.file())));
  }

  /** The network's weights in Hugging Face's layout, where a class of theirs opens them. */
  public void writeWeights(Path folder) {
    if (!(framework.exported() instanceof NetworkShape)) {
      Map<String, float[]> values = checkpoint.weights(framework.layout());
      SafeTensorsWriter writer = new SafeTensorsWriter().metadata("format", "pt");
      for (ParameterLayout.Entry entry : framework.layout().entries()) {
        if (OWN.stream().noneMatch(entry.name()::startsWith)) {
          writer.tensor(entry.name(), values.get(entry.name()), entry.shape());
        }
      }
      writer.write(folder.resolve("model.safetensors"));
    }
  }

  private NamedWeights weights(ParameterLayout layout) {
    return weights(checkpoint, layout);
  }

  /** Some of a checkpoint's weights. */
  static NamedWeights weights(Checkpoint checkpoint, ParameterLayout layout) {
    Map<String, float[]> values = checkpoint.weights(layout);
    Map<String, Tensor> tensors = new HashMap<>();
    for (ParameterLayout.Entry entry : layout.entries()) {
      tensors.put(entry.name(), Tensor.float32(values.get(entry.name()), entry.shape()));
    }
    return NamedWeights.of(tensors);
  }
}
