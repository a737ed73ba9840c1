// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.annotation.QuestionFiles;
import dev.falcon.data.annotation.VisualQuestion;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Json;
import dev.falcon.downstream.config.FinetuneConfig;
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
import dev.falcon.downstream.internal.task.Tokens;
import dev.falcon.eval.answer.AnswerEvaluation;
import dev.falcon.eval.answer.AnswerRequest;
import dev.falcon.eval.metric.Scores;
import dev.falcon.onnx.network.AnswerNetwork;
import dev.falcon.onnx.network.AnswerNetwork.QuestionMemory;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.training.config.Checks;
import dev.falcon.training.internal.input.TrainingData.DataIdentity;
import dev.falcon.training.internal.start.Origin;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.run.RunFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The task of answering questions about a picture (VQA). */
public final class AnswerTask extends ExampleTask<VisualQuestion> {
  private final Settings task;
  private final AnswerPass pass;
  private final List<String> choices;
  private final AnswerSearch search;
  private final Map<String, int[]> answerTokens = new LinkedHashMap<>();

  /**
   * The task's settings.
   *
   * @param answers the file of a JSON list of candidate answers; empty for the answers that occur
   *     often enough in the training questions
   * @param fewest the minimum number of training questions in which an answer must occur, if there
   *     is no list
   * @param candidates the number of answers that are preselected by their first token and then
   *     scored in full
   * @param doubledFirst whether the log-likelihood of the first token counts twice, as in ALBEF's
   *     code; in BLIP it counts once
   * @param singleWeight the weight of a question's only answer, as in Visual Genome
   */
  public record Settings(
      String answers, int fewest, int candidates, boolean doubledFirst, float singleWeight)
      implements TaskProvider {
    public Settings {
      Checks.atLeast("task.fewest", fewest, 1);
      Checks.atLeast("task.candidates", candidates, 1);
      Checks.inRange("task.single_weight", singleWeight, 0, 1);
    }

    /** Creates the settings of ALBEF's code, with the answers of the training questions. */
    public Settings() {
      this("", 9, 128, true, 0.5f);
    }

    @Override
    public String name() {
      return VQA;
    }

    @Override
    public FinetuningTask open(TaskMaterials materials) {
      return AnswerTask.open(materials, this);
    }

    @Override
    public TaskExport exported(Checkpoint checkpoint) {
      return (TaskExport.Graphs)
          tokens -> ExportedAnswers.of(checkpoint, tokens, candidates, doubledFirst);
    }
  }

  private static AnswerTask open(TaskMaterials materials, Settings task) {
    ExampleSets<VisualQuestion> sets =
        ExampleSets.open(
            materials.config(),
            new ExampleKind.Questions(),
            AnswerTask::read,
            Examples.Reading.of(materials));
    List<String> choices = AnswerChoices.of(task.answers(), task.fewest(), sets.train().all());
    List<String> answers =
        sets.train().all().stream()
            .flatMap(question -> question.answers().stream())
            .distinct()
            .toList();
    return new AnswerTask(materials.config(), task, materials.origin(), sets, answers, choices);
  }

  private AnswerTask(
      FinetuneConfig config,
      Settings task,
      Origin origin,
      ExampleSets<VisualQuestion> sets,
      List<String> answers,
      List<String> choices) {
    super(
        config,
        origin,
        sets,
        question -> TextCleaning.ALBEF_QUESTION.apply(question.question()),
        Stream.concat(answers.stream(), choices.stream()).toList());
    this.task = task;
    this.choices = choices;
    if (tokens.end() < 0) {
      throw new RequestException(
          "start.checkpoint: its tokenizer lacks the token " + Tokens.END + ", which ends answers");
    }
    int places = origin.config().model().maxTokens();
    List<int[]> cutAnswers = tokens.cut(answers, places);
    for (int i = 0; i < answers.size(); i++) {
      answerTokens.put(answers.get(i), cutAnswers.get(i));
    }
    if (shape.image().width() != shape.text().width()) {
      throw new RequestException(
          "start.checkpoint: its image and text encoder must be equally wide, as the answer decoder"
              + " begins with what looked at images; widths are "
              + shape.image().width()
              + " and "
              + shape.text().width());
    }
    this.pass = new AnswerPass(shape, tokens.vocabulary(), tokens.end());
    this.search =
        new AnswerSearch(pass, tokens.cut(choices, places), task.candidates(), task.doubledFirst());
  }

  private static List<VisualQuestion> read(FilesConfig files) {
    return QuestionFiles.read(files.files().stream().map(Path::of).toList());
  }

  @Override
  public String name() {
    return TaskConfig.VQA;
  }

  @Override
  public ParameterLayout layout() {
    return pass.layout(origin.config().model().initialisation());
  }

  @Override
  public Map<String, float[]> first(long seed) {
    ParameterLayout layout = layout();
    Map<String, float[]> weights = layout.initialise(seed);
    for (ParameterLayout.Entry entry : layout.entries()) {
      String name = entry.name();
      boolean copied = name.startsWith(AnswerNetwork.DECODER) && !origin.has(name);
      String source = copied ? AnswerNetwork.origin(name) : name;
      weights.put(name, origin.weight(source, entry, weights.get(name)));
    }
    return weights;
  }

  @Override
  public int imagesEach() {
    return 1;
  }

  @Override
  public DataIdentity identity() {
    return sets.identity(origin, tokens, String.join("\n", choices));
  }

  @Override
  public void leave(RunFolder folder) {
    AtomicFile.write(folder.answers(), Json.line(choices) + "\n");
  }

  @Override
  public Likelihood look(
      Weights weights, NDManager manager, int[] examples, NDArray pixels, long step, long dropout) {
    Torch.seed(manager, dropout);
    float dropped = origin.config().model().dropout();
    List<int[]> answers = new ArrayList<>();
    List<Integer> questionOf = new ArrayList<>();
    List<Float> weightOf = new ArrayList<>();
    for (int i = 0; i < examples.length; i++) {
      VisualQuestion question = sets.train().all().get(examples[i]);
      for (Map.Entry<String, Float> vote : Votes.of(question, task.singleWeight()).entrySet()) {
        answers.add(answerTokens.get(vote.getKey()));
        questionOf.add(i);
        weightOf.add(vote.getValue() / examples.length);
      }
    }
    AnswerSequences sequences = AnswerSequences.of(manager, answers, tokens.end());
    float[] weightOfToken = new float[sequences.layout().tokens()];
    for (int answer = 0; answer < answers.size(); answer++) {
      int from = sequences.layout().token(answer, 0);
      Arrays.fill(weightOfToken, from, from + answers.get(answer).length, weightOf.get(answer));
    }
    QuestionMemory<NDArray> memory =
        pass.memory(weights, manager, texts(examples), pixels, dropped);
    int[] rows = questionOf.stream().mapToInt(Integer::intValue).toArray();
    return new Likelihood(
        pass.predicted(weights, manager, sequences, memory, rows, dropped),
        sequences.predicted(),
        Torch.floats(manager, weightOfToken, weightOfToken.length));
  }

  @Override
  public Optional<String> predictions(String set) {
    return Optional.of("predictions-" + set + ".json");
  }

  @Override
  public Scores measure(
      Weights weights, NDManager run, String set, Path predictions, Progress progress) {
    int[] chosen =
        judged(
            set,
            "answering",
            "questions",
            run,
            progress,
            (manager, texts, pixels) -> search.choose(weights, manager, texts, pixels).answers());
    List<Map<String, Object>> lines = new ArrayList<>();
    for (int i = 0; i < chosen.length; i++) {
      lines.add(line(sets.held().get(set).all().get(i), choices.get(chosen[i])));
    }
    AtomicFile.write(predictions, Json.line(lines) + "\n");
    List<Path> files = sets.files(set).files().stream().map(Path::of).toList();
    return AnswerEvaluation.run(new AnswerRequest(predictions, files, Optional.empty())).scores();
  }

  /**
   * Returns a prediction in the test server's format, in which a question's number is a JSON
   * number.
   */
  private static Map<String, Object> line(VisualQuestion question, String answer) {
    Map<String, Object> line = new LinkedHashMap<>();
    String id = question.id();
    line.put("question_id", id.matches("\\d{1,18}") ? (Object) Long.valueOf(id) : id);
    line.put("answer", answer);
    return line;
  }
}
