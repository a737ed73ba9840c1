// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.annotation.PictureStatement;
import dev.falcon.data.annotation.StatementFiles;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.downstream.config.FinetuneConfig.FilesConfig;
import dev.falcon.downstream.config.TaskConfig;
import dev.falcon.downstream.internal.task.ExampleKind;
import dev.falcon.downstream.internal.task.ExampleSets;
import dev.falcon.downstream.internal.task.ExampleTask;
import dev.falcon.downstream.internal.task.Examples;
import dev.falcon.downstream.internal.task.FinetuningTask;
import dev.falcon.downstream.internal.task.Likelihood;
import dev.falcon.downstream.internal.task.TaskExport;
import dev.falcon.downstream.internal.task.TaskProvider;
import dev.falcon.downstream.internal.task.TaskProvider.TaskMaterials;
import dev.falcon.eval.answer.StatementEvaluation;
import dev.falcon.eval.metric.Scores;
import dev.falcon.onnx.network.NlvrNetwork;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.training.config.Checks;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The task of classifying statements about several pictures as true or false (NLVR2). */
public final class StatementTask extends ExampleTask<PictureStatement> {
  private static final int CLASSES = 2;

  private final int images;
  private final StatementPass pass;

  /**
   * The task's settings.
   *
   * @param images the number of images per statement
   */
  public record Settings(int images) implements TaskProvider {
    public Settings {
      Checks.atLeast("task.images", images, 1);
    }

    /** Creates the settings of NLVR2. */
    public Settings() {
      this(2);
    }

    @Override
    public String name() {
      return NLVR;
    }

    @Override
    public FinetuningTask open(TaskMaterials materials) {
      return new StatementTask(materials, images);
    }

    @Override
    public TaskExport exported(Checkpoint checkpoint) {
      return (TaskExport.Graphs) tokens -> ExportedStatements.of(checkpoint, tokens, images);
    }
  }

  private StatementTask(TaskMaterials materials, int images) {
    super(
        materials.config(),
        materials.origin(),
        ExampleSets.open(
            materials.config(),
            new ExampleKind.Statements(images),
            StatementTask::read,
            Examples.Reading.of(materials)),
        statement -> TextCleaning.ALBEF.apply(statement.sentence()), // as captions are
        List.of());
    this.images = images;
    NlvrNetwork network = new NlvrNetwork(shape, images, CLASSES);
    this.pass = new StatementPass(network, images, tokens.vocabulary());
  }

  private static List<PictureStatement> read(FilesConfig files) {
    if (files.files().size() != 1) {
      throw new RequestException(
          "data: statements are read from one file for each of train, held and test; files="
              + files.files());
    }
    List<PictureStatement> read = StatementFiles.read(Path.of(files.files().get(0)));
    read.forEach(
        statement ->
            StatementEvaluation.line(statement.id(), true)); // fails now, rather than after hours
    return read;
  }

  @Override
  public String name() {
    return TaskConfig.NLVR;
  }

  @Override
  public ParameterLayout layout() {
    return new StatementWeights(origin, pass.network(), images).layout();
  }

  @Override
  public Map<String, float[]> first(long seed) {
    return new StatementWeights(origin, pass.network(), images).first(shape, seed);
  }

  @Override
  public int imagesEach() {
    return images;
  }

  @Override
  public Likelihood look(
      Weights weights, NDManager manager, int[] examples, NDArray pixels, long step, long dropout) {
    long[] labels =
        Arrays.stream(examples)
            .mapToLong(i -> sets.train().all().get(i).label().orElseThrow() ? 1 : 0)
            .toArray();
    Torch.seed(manager, dropout);
    float dropped = origin.config().model().dropout();
    NDArray logits = pass.logits(weights, manager, texts(examples), pixels, dropped);
    return Likelihood.even(manager, logits, labels);
  }

  @Override
  public Optional<String> predictions(String set) {
    return Optional.of("predictions-" + set + ".csv");
  }

  @Override
  public Scores measure(
      Weights weights, NDManager run, String set, Path predictions, Progress progress) {
    List<PictureStatement> statements = sets.held().get(set).all();
    int[] said =
        judged(
            set,
            "judging",
            "statements",
            run,
            progress,
            (manager, texts, pixels) ->
                likelier(pass.logits(weights, manager, texts, pixels, 0).toFloatArray()));
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < said.length; i++) {
      lines.append(StatementEvaluation.line(statements.get(i).id(), said[i] == 1));
    }
    AtomicFile.write(predictions, lines.toString());
    boolean known = statements.stream().allMatch(one -> one.label().isPresent());
    return known
        ? StatementEvaluation.run(predictions, Path.of(sets.files(set).files().get(0))).scores()
        : Scores.NONE;
  }

  /**
   * Returns 1 for each statement for which "true" is more probable than "false", and 0 for the
   * others.
   */
  private static int[] likelier(float[] logits) {
    int[] said = new int[logits.length / CLASSES];
    for (int i = 0; i < said.length; i++) {
      said[i] = logits[CLASSES * i + 1] > logits[CLASSES * i] ? 1 : 0;
    }
    return said;
  }
}
