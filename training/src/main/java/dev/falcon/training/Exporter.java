package dev.falcon.training;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.onnx.TextCleaning;
import dev.falcon.onnx.export.ModelFolderWriter;
import dev.falcon.onnx.export.NamedWeights;
import dev.falcon.onnx.export.SchedulerShape;
import dev.falcon.onnx.export.Tokenizer;
import dev.falcon.onnx.export.TrainedModel;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.training.config.Method;
import dev.falcon.training.config.SchedulerConfig;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.export.ExportShapes;
import dev.falcon.training.internal.export.Parity;
import dev.falcon.training.internal.input.ScenesVocabulary;
import dev.falcon.training.internal.model.Albef;
import dev.falcon.training.internal.policy.Scheduler;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.RunFolder;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Turns a checkpoint, also one from the middle of a run, into a model folder. */
public final class Exporter {
  /** What ONNX Runtime's outputs may differ by from the trained network's. */
  public static final double TOLERANCE = 1e-4;

  private Exporter() {}

  /**
   * Writes the folder; it appears only once every graph has been run and compared.
   *
   * @throws FalconException if there is no checkpoint, or a graph differs by more than {@link
   *     #TOLERANCE}
   */
  public static ExportResult export(ExportRequest request) {
    Checkpoint checkpoint = checkpoint(request.run());
    TrainConfig config = checkpoint.config();
    List<String> tokens = ScenesVocabulary.all();
    Albef network = new Albef(config.model(), tokens.size());
    Map<String, Object> options = new TreeMap<>();
    options.put("method", config.method().name());
    options.put("step", checkpoint.state().step());
    Provenance provenance =
        Provenance.of(
            "export", config.seed(), options, List.of(Provenance.Input.of(checkpoint.file())));
    TrainedModel model =
        new TrainedModel(
            ExportShapes.network(config.model(), tokens.size()),
            weights(checkpoint, network.layout()),
            scheduler(checkpoint),
            new TrainedModel.Pixels(config.data().mean(), config.data().deviation()),
            TextCleaning.NONE,
            new Tokenizer.WordLevel(tokens),
            provenance);
    try (ModelFolderWriter writer = ModelFolderWriter.create(request.out(), request.overwrite())) {
      writer.write(model);
      Map<String, Double> differences = new Parity(checkpoint, network).compare(writer.path());
      differences.forEach(
          (graph, difference) -> {
            // Written so that a difference that is no number fails, too.
            if (!(difference <= TOLERANCE)) {
              throw new FalconException(
                  graph
                      + ": ONNX Runtime's output differs from the trained network's by "
                      + difference
                      + ", more than "
                      + TOLERANCE
                      + "; nothing was written");
            }
          });
      writer.commit();
      return new ExportResult(
          request.out(), checkpoint.file(), checkpoint.state().step(), differences);
    }
  }

  private static Checkpoint checkpoint(Path run) {
    if (Files.isRegularFile(run)) {
      return Checkpoint.read(run);
    }
    return new RunFolder(run)
        .newest()
        .orElseThrow(
            () -> new FalconException(run + ": neither a checkpoint nor a run that has one"));
  }

  private static Optional<TrainedModel.Scheduler> scheduler(Checkpoint checkpoint) {
    TrainConfig config = checkpoint.config();
    if (!(config.method().method() instanceof Method.Falcon)) {
      return Optional.empty();
    }
    SchedulerConfig scheduler = config.scheduler();
    SchedulerShape shape = ExportShapes.scheduler(scheduler);
    NamedWeights weights = weights(checkpoint, Scheduler.layout(scheduler));
    return Optional.of(new TrainedModel.Scheduler(shape, weights));
  }

  private static NamedWeights weights(Checkpoint checkpoint, ParameterLayout layout) {
    Map<String, float[]> values = checkpoint.weights(layout);
    Map<String, Tensor> tensors = new HashMap<>();
    for (ParameterLayout.Entry entry : layout.entries()) {
      tensors.put(entry.name(), Tensor.float32(values.get(entry.name()), entry.shape()));
    }
    return NamedWeights.of(tensors);
  }
}
