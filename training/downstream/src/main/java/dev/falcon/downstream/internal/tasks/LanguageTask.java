// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Json;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.downstream.config.TaskConfig;
import dev.falcon.downstream.generation.internal.LanguagePass;
import dev.falcon.downstream.generation.internal.Stage2Config;
import dev.falcon.downstream.internal.task.FinetuningTask;
import dev.falcon.downstream.internal.task.Likelihood;
import dev.falcon.downstream.internal.task.OriginPairs;
import dev.falcon.downstream.internal.task.PairTask;
import dev.falcon.downstream.internal.task.TaskExport;
import dev.falcon.downstream.internal.task.TaskProvider;
import dev.falcon.downstream.internal.task.TaskProvider.TaskMaterials;
import dev.falcon.eval.metric.Scores;
import dev.falcon.onnx.network.Blip2Language;
import dev.falcon.onnx.network.block.OptTransformer;
import dev.falcon.onnx.network.shape.Blip2Shape;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.Frameworks;
import dev.falcon.training.internal.input.Captions;
import dev.falcon.training.internal.input.PairData;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.input.TrainingData.DataIdentity;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.start.Origin;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.run.RunFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * BLIP-2's second stage (Li et al., 2023, section 3.3): the Q-Former's outputs for an image are
 * projected to inputs of a frozen language model, and trained with its caption loss. Neither the
 * image encoder nor the language model changes.
 */
public final class LanguageTask extends PairTask {
  private static final String HELD = "held";
  private static final double PERCENT = 100;

  private final LanguageModel model;
  private final LanguagePass pass;
  private final ParameterLayout layout;
  private final List<int[]> train;
  private final List<int[]> held;
  private final int given;

  /**
   * The task's settings.
   *
   * @param languageModel a folder of OPT or of a BLIP-2 with OPT; {@code scenes} for a small one
   *     that is first trained on captions of Scenes
   * @param prompt the first part of every caption, on which nothing is trained; empty for none
   * @param scenes the settings of the small language model
   */
  public record Settings(String languageModel, String prompt, LanguageWarmStart.Settings scenes)
      implements TaskProvider {
    private static final String SCENES = "scenes";

    /** Creates settings without a language model, which has no default. */
    public Settings() {
      this("", "", new LanguageWarmStart.Settings());
    }

    @Override
    public String name() {
      return LANGUAGE;
    }

    @Override
    public String framework() {
      return "blip2";
    }

    /**
     * Opens the pairs and the language model.
     *
     * @throws RequestException if no language model is named, or it reads too few tokens
     */
    @Override
    public FinetuningTask open(TaskMaterials materials) {
      if (languageModel.isEmpty()) {
        throw new RequestException(
            "task.language_model must name a folder of OPT, or of a BLIP-2 with it");
      }
      TrainConfig origin = materials.origin().config();
      Blip2Shape image = image(origin);
      if (!languageModel.equals(SCENES)) {
        OptFolder folder = OptFolder.open(Path.of(languageModel), image);
        folder.requireAll(
            languages(new LanguagePass(folder.config()).layout(origin.model().initialisation())));
        return new LanguageTask(materials, materials.pairs(true), folder, prompt);
      }
      TrainingData data = materials.pairs(true);
      Scenes world =
          data.world()
              .orElseThrow(
                  () ->
                      new RequestException(
                          "task.language_model: scenes reads only captions of Scenes, and the"
                              + " pairs are others; expected a folder of OPT"));
      ScenesModel model =
          new ScenesModel(
              materials.config(),
              scenes,
              image,
              world,
              origin.data().scenes().pairs(),
              materials.cache(),
              materials.progress(),
              materials.stop());
      return new LanguageTask(materials, data, model, prompt);
    }

    @Override
    public TaskExport exported(Checkpoint checkpoint) {
      return (TaskExport.WeightFiles) writer -> LanguageModelFiles.write(checkpoint, writer);
    }
  }

  /** Returns the sizes of the image side; the vocabulary in them is not used. */
  private static Blip2Shape image(TrainConfig config) {
    Vocabulary none = new Vocabulary(1, 0, -1, -1);
    if (Frameworks.of(config, none).exported().shape() instanceof Blip2Shape shape) {
      return shape;
    }
    throw new IllegalStateException("a framework of other sizes: " + config.model().framework());
  }

  private LanguageTask(
      TaskMaterials materials, TrainingData data, LanguageModel model, String prompt) {
    super(materials.config(), materials.origin(), data);
    this.model = model;
    this.pass = new LanguagePass(model.config());
    this.layout = pass.layout(initialisation(origin));
    FinetuneConfig.CutConfig most = config.data().text();
    model.config().requirePlaces(most.maxTokens(), "data.text.max_tokens");
    model.config().requirePlaces(most.heldTokens(), "data.text.held_tokens");
    try (LanguageTexts texts = new LanguageTexts(model, prompt)) {
      this.given = texts.given();
      if (given >= Math.min(most.maxTokens(), most.heldTokens())) {
        throw new RequestException(
            "task.prompt has "
                + given
                + " tokens, which leave none to tell; data.text.max_tokens="
                + most.maxTokens()
                + ", held_tokens="
                + most.heldTokens());
      }
      this.train = texts.cut(captions(data.train(), most.maxWords()), most.maxTokens());
      this.held =
          sets().isEmpty()
              ? List.of()
              : texts.cut(captions(data.held(), most.heldWords()), most.heldTokens());
    }
  }

  private static Initialisation initialisation(Origin origin) {
    return origin.config().model().initialisation();
  }

  /** Returns the captions, cleaned like those of the checkpoint. */
  private List<String> captions(PairData pairs, int mostWords) {
    TextCleaning cleaning = TextCleaning.parse(origin.config().data().text().cleaning());
    return IntStream.range(0, pairs.rows())
        .mapToObj(row -> TextCleaning.cut(cleaning.apply(pairs.caption(row)), mostWords))
        .toList();
  }

  private static List<ParameterLayout.Entry> languages(ParameterLayout layout) {
    return layout.entries().stream()
        .filter(entry -> entry.name().startsWith(OptTransformer.PREFIX))
        .toList();
  }

  @Override
  public String name() {
    return TaskConfig.LANGUAGE;
  }

  @Override
  public ParameterLayout layout() {
    return layout;
  }

  @Override
  public Map<String, float[]> first(long seed) {
    Map<String, float[]> weights = new LinkedHashMap<>(model.weights(languages(layout)));
    for (ParameterLayout.Entry entry : layout.entries()) {
      String name = entry.name();
      if (weights.containsKey(name)) {
        continue;
      }
      boolean anew = name.startsWith(Blip2Language.PROJECTION) && !origin.has(name);
      weights.put(
          name,
          anew ? entry.initialised(seed) : origin.weight(name, entry, new float[entry.size()]));
    }
    return weights;
  }

  @Override
  public DataIdentity identity() {
    String all = origin.identity() + data.identity().digest() + Json.line(model.config().tree());
    return new DataIdentity(Sha256.of(all.getBytes(StandardCharsets.UTF_8)), model.tokenizer());
  }

  @Override
  public void leave(RunFolder folder) {
    Json.write(folder.language(), model.config().tree());
  }

  @Override
  public Likelihood look(
      Weights weights, NDManager manager, int[] examples, NDArray pixels, long step, long dropout) {
    Torch.seed(manager, dropout);
    int[][] texts = Arrays.stream(examples).mapToObj(train::get).toArray(int[][]::new);
    LanguagePass.Predicted predicted =
        predicted(weights, texts, pixels, origin.config().model().dropout());
    return Likelihood.even(manager, predicted.logits(), predicted.labels());
  }

  private LanguagePass.Predicted predicted(
      Weights weights, int[][] texts, NDArray images, float dropout) {
    Stage2Config sizes = model.config();
    Vocabulary vocabulary = new Vocabulary(sizes.language().vocabulary(), sizes.padding(), -1, -1);
    return pass.predicted(
        weights, pass.prompts(weights, images, dropout), Captions.padded(texts, vocabulary), given);
  }

  @Override
  public List<String> sets() {
    return OriginPairs.areTheOrigins(config, origin.config()) ? List.of(HELD) : List.of();
  }

  /**
   * {@inheritDoc} Measures how many tokens of the held-out captions the language model predicts.
   */
  @Override
  public Scores measure(
      Weights weights, NDManager run, String set, Path predictions, Progress progress) {
    PairData pairs = data.held();
    int length = pairs.format().length();
    int side = pairs.format().size();
    int chunk = config.train().batchSize();
    long right = 0;
    long all = 0;
    try (Progress.Task task = progress.begin("captioning " + set, pairs.rows(), "captions")) {
      for (int from = 0; from < pairs.rows(); from += chunk) {
        int first = from;
        int[][] texts =
            held.subList(from, Math.min(pairs.rows(), from + chunk)).toArray(int[][]::new);
        float[] pixels = new float[texts.length * length];
        IntStream.range(0, texts.length)
            .parallel()
            .forEach(i -> pairs.pixels(first + i, pixels, i * length));
        int[] counts =
            TensorScope.within(
                run,
                manager -> {
                  NDArray images = Torch.pictures(manager, pixels, side);
                  LanguagePass.Predicted predicted = predicted(weights, texts, images, 0);
                  return new int[] {predicted.right(), predicted.labels().length};
                });
        right += counts[0];
        all += counts[1];
        task.advance(texts.length);
      }
    }
    return Scores.NONE.with("accuracy", PERCENT * right / all);
  }
}
