package dev.falcon.training.internal.export;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.annotation.AnswerList;
import dev.falcon.data.file.Json;
import dev.falcon.onnx.export.TrainedModel;
import dev.falcon.onnx.export.form.AnswerForm;
import dev.falcon.onnx.export.form.ExportedNetwork;
import dev.falcon.onnx.export.form.StatementForm;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.export.tokenizer.TokenizerReader;
import dev.falcon.onnx.network.StatementNetwork;
import dev.falcon.onnx.network.shape.AnswerShape;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.StatementShape;
import dev.falcon.onnx.task.AnswerFile;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.FinetuneConfig;
import dev.falcon.training.config.FinetuneReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.finetuning.answer.AnswerPass;
import dev.falcon.training.internal.finetuning.answer.AnswerTask;
import dev.falcon.training.internal.finetuning.example.Tokens;
import dev.falcon.training.internal.finetuning.statement.AssignmentTask;
import dev.falcon.training.internal.finetuning.statement.StatementPass;
import dev.falcon.training.internal.finetuning.statement.StatementTask;
import dev.falcon.training.internal.input.text.Vocabulary;
import dev.falcon.training.internal.model.FirstValues;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.RunFolder;
import dev.falcon.training.internal.tensor.ParameterLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a checkpoint of fine-tuning holds, as the graphs' writer wants it. */
public final class TaskModel implements AutoCloseable {
  private final Checkpoint checkpoint;
  private final FinetuneConfig task;
  private final Tokenizer tokenizer;
  private final Tokens tokens;
  private final Optional<AnswerFile> answers;

  /**
   * The model of a checkpoint.
   *
   * @throws RequestException if its task is but a step before another one
   */
  public TaskModel(Checkpoint checkpoint) {
    this.checkpoint = checkpoint;
    this.task = FinetuneReader.readEffective(checkpoint.task());
    if (task.task() instanceof AssignmentTask.Settings) {
      throw new RequestException(
          checkpoint.file()
              + ": is a checkpoint of falcon finetune assignment, a step before falcon finetune"
              + " nlvr; right would be the run of that");
    }
    this.tokenizer = TokenizerReader.parse(checkpoint.data().tokenizer());
    this.tokens = Tokens.read(tokenizer, config().model().maxTokens());
    this.answers =
        task.task() instanceof AnswerTask.Settings choices
            ? Optional.of(answers(choices))
            : Optional.empty();
  }

  private AnswerFile answers(AnswerTask.Settings choices) {
    Path run = checkpoint.file().toAbsolutePath().getParent().getParent();
    Path list = new RunFolder(run).answers();
    if (!Files.exists(list)) {
      throw new FalconException(
          list + ": there is no such file; it holds the answers among which the network chooses");
    }
    List<String> texts = AnswerList.read(list);
    List<int[]> cut = tokens.cut(texts, config().model().maxTokens());
    List<AnswerFile.Choice> all = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      all.add(new AnswerFile.Choice(texts.get(i), Arrays.stream(cut.get(i)).boxed().toList()));
    }
    return new AnswerFile(choices.candidates(), choices.doubledFirst(), tokens.end(), all);
  }

  Checkpoint checkpoint() {
    return checkpoint;
  }

  /** The configuration of the network that fine-tuning began with, and of its pictures. */
  TrainConfig config() {
    return checkpoint.config();
  }

  Vocabulary vocabulary() {
    return tokens.vocabulary();
  }

  private NetworkShape base() {
    return config().model().shape(vocabulary().size());
  }

  /** How many images an example has. */
  int images() {
    return task.task() instanceof StatementTask.Settings statements ? statements.images() : 1;
  }

  /** The answers among which is chosen; empty where statements are judged. */
  Optional<AnswerFile> answers() {
    return answers;
  }

  AnswerPass answerPass() {
    return new AnswerPass(base(), vocabulary(), tokens.end());
  }

  StatementPass statementPass() {
    StatementNetwork network = new StatementNetwork(base(), images(), StatementShape.CLASSES);
    return new StatementPass(network, images(), vocabulary());
  }

  ParameterLayout layout() {
    ParameterLayout layout = new ParameterLayout();
    FirstValues declare = new FirstValues(layout, config().model().initialisation());
    if (answers.isPresent()) {
      answerPass().network().declare(declare);
    } else {
      statementPass().network().declare(declare);
    }
    return layout;
  }

  /** Texts as an evaluation cuts them, cleaned already. */
  int[][] tokens(List<String> texts) {
    return tokens.cut(texts, task.data().text().heldTokens()).toArray(int[][]::new);
  }

  /** Everything that a model folder is made of. */
  public TrainedModel trainedModel() {
    ExportedNetwork network =
        answers.isPresent()
            ? new AnswerForm(new AnswerShape(base()))
            : new StatementForm(new StatementShape(base(), images()));
    return new TrainedModel(
        network,
        CheckpointModel.weights(checkpoint, layout()),
        Optional.empty(),
        new TrainedModel.Pixels(config().data().mean(), config().data().deviation()),
        text(),
        provenance());
  }

  /** How texts of an evaluation are read. */
  TrainedModel.Text text() {
    int most = Math.min(task.data().text().heldTokens(), config().model().maxTokens());
    TextCleaning cleaning = answers.isPresent() ? TextCleaning.ALBEF_QUESTION : TextCleaning.ALBEF;
    return new TrainedModel.Text(cleaning, tokenizer, most, task.data().text().heldWords());
  }

  private Provenance provenance() {
    return Provenance.of(
        "export",
        task.seed(),
        Map.of(
            "task", task.task().name(),
            "step", checkpoint.state().step(),
            "finetuning", checkpoint.task(),
            "config", ConfigReader.write(config())),
        List.of(Provenance.Input.of(checkpoint.file())));
  }

  /** Writes the answers, where there are some. */
  public void writeAnswers(Path folder) {
    answers.ifPresent(file -> Json.write(folder.resolve(AnswerFile.NAME), file));
  }

  @Override
  public void close() {
    tokens.close();
  }
}
