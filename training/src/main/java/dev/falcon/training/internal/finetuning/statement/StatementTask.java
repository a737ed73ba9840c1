package dev.falcon.training.internal.finetuning.statement;

import ai.djl.ndarray.NDManager;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.annotation.PictureStatement;
import dev.falcon.data.annotation.StatementFiles;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.eval.metric.Scores;
import dev.falcon.eval.statement.StatementEvaluation;
import dev.falcon.onnx.network.StatementNetwork;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.training.config.FinetuneConfig;
import dev.falcon.training.config.FinetuneConfig.CutConfig;
import dev.falcon.training.config.FinetuneConfig.FilesConfig;
import dev.falcon.training.config.TaskConfig;
import dev.falcon.training.internal.finetuning.example.ExampleKind;
import dev.falcon.training.internal.finetuning.example.ExampleSets;
import dev.falcon.training.internal.finetuning.example.Examples;
import dev.falcon.training.internal.finetuning.example.ShownPictures;
import dev.falcon.training.internal.finetuning.example.Tokens;
import dev.falcon.training.internal.finetuning.task.FinetuningTask;
import dev.falcon.training.internal.finetuning.task.Likelihood;
import dev.falcon.training.internal.finetuning.task.Origin;
import dev.falcon.training.internal.input.DataIdentity;
import dev.falcon.training.internal.input.picture.Pictures;
import dev.falcon.training.internal.input.picture.PixelFormat;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.internal.tensor.engine.StepMemory;
import dev.falcon.training.internal.tensor.engine.Torch;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Is a statement about several pictures true (NLVR2)? */
public final class StatementTask implements FinetuningTask {
  private static final int CLASSES = 2;

  private final FinetuneConfig config;
  private final int images;
  private final Origin origin;
  private final NetworkShape shape;
  private final StatementPass pass;
  private final Tokens tokens;
  private final PixelFormat format;
  private final ExampleSets<PictureStatement> sets;
  private final List<int[]> sentences;

  /** Reads all that the configuration names. */
  public StatementTask(
      FinetuneConfig config, TaskConfig.Statements task, Origin origin, Examples.Reading reading) {
    this.config = config;
    this.images = task.images();
    this.origin = origin;
    this.sets =
        ExampleSets.open(config, new ExampleKind.Statements(images), StatementTask::read, reading);
    CutConfig cut = config.data().text();
    List<String> texts = texts(sets.train(), cut.maxWords());
    this.tokens = Tokens.of(origin.tokenizer(), origin.config().model().maxTokens(), texts);
    this.sentences = tokens.cut(texts, cut.maxTokens());
    this.shape = origin.config().model().shape(tokens.vocabulary().size());
    StatementNetwork network = new StatementNetwork(shape, images, CLASSES);
    this.pass = new StatementPass(shape, network, images, tokens.vocabulary());
    this.format = PixelFormat.of(shape.imageSize(), origin.config().data());
  }

  private static List<PictureStatement> read(FilesConfig files) {
    if (files.files().size() != 1) {
      throw new RequestException(
          "data: statements are read from one file for each of train, held and test; files="
              + files.files());
    }
    return StatementFiles.read(Path.of(files.files().get(0)));
  }

  /** The sentences as the tokenizer is to see them: cleaned as captions are. */
  private static List<String> texts(Examples<PictureStatement> statements, int mostWords) {
    return statements.all().stream()
        .map(statement -> TextCleaning.ALBEF.apply(statement.sentence()))
        .map(sentence -> TextCleaning.cut(sentence, mostWords))
        .toList();
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
  public int examples() {
    return sets.train().all().size();
  }

  @Override
  public Pictures pictures() {
    return sets.shown(sets.train(), format);
  }

  @Override
  public int imagesEach() {
    return images;
  }

  @Override
  public DataIdentity identity() {
    return sets.identity(origin, tokens, "");
  }

  @Override
  public List<Reject> rejects() {
    return sets.rejects();
  }

  @Override
  public Likelihood look(
      Weights weights, NDManager manager, int[] examples, float[] pixels, long step, long dropout) {
    int[][] texts = Arrays.stream(examples).mapToObj(sentences::get).toArray(int[][]::new);
    long[] labels =
        Arrays.stream(examples)
            .mapToLong(i -> sets.train().all().get(i).label().orElseThrow() ? 1 : 0)
            .toArray();
    float[] even = new float[examples.length];
    Arrays.fill(even, 1f / examples.length);
    Torch.seed(manager, dropout);
    float dropped = origin.config().model().dropout();
    return new Likelihood(
        pass.logits(weights, manager, texts, pixels, dropped).logSoftmax(-1),
        Torch.indices(manager, labels),
        Torch.floats(manager, even, even.length));
  }

  @Override
  public List<String> sets() {
    return List.copyOf(sets.held().keySet());
  }

  @Override
  public String predictions(String set) {
    return "predictions-" + set + ".csv";
  }

  @Override
  public Scores measure(
      Weights weights, NDManager run, String set, Path predictions, Progress progress) {
    Examples<PictureStatement> examples = sets.held().get(set);
    int count = examples.all().size();
    CutConfig cut = config.data().text();
    List<int[]> texts = tokens.cut(texts(examples, cut.heldWords()), cut.heldTokens());
    ShownPictures pictures = sets.shown(examples, format);
    StringBuilder lines = new StringBuilder();
    try (Progress.Task task = progress.begin("judging " + set, count, "statements")) {
      int chunk = config.train().batchSize();
      for (int from = 0; from < count; from += chunk) {
        int rows = Math.min(count - from, chunk);
        int[][] some = texts.subList(from, from + rows).toArray(int[][]::new);
        float[] pixels = ExampleSets.pixels(pictures, from, rows, images);
        float[] logits =
            StepMemory.within(
                run, manager -> pass.logits(weights, manager, some, pixels, 0).toFloatArray());
        for (int i = 0; i < rows; i++) {
          boolean said = logits[CLASSES * i + 1] > logits[CLASSES * i];
          lines.append(examples.all().get(from + i).id()).append(said ? ",True\n" : ",False\n");
        }
        task.advance(rows);
      }
    }
    AtomicFile.write(predictions, lines.toString());
    boolean known = examples.all().stream().allMatch(one -> one.label().isPresent());
    return known
        ? StatementEvaluation.run(predictions, Path.of(sets.files(set).files().get(0))).scores()
        : Scores.NONE;
  }

  @Override
  public void close() {
    tokens.close();
  }
}
