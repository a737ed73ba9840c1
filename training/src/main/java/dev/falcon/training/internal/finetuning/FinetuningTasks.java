package dev.falcon.training.internal.finetuning;

import dev.falcon.data.Progress;
import dev.falcon.training.config.FinetuneConfig;
import dev.falcon.training.config.TaskConfig;
import dev.falcon.training.internal.finetuning.answer.AnswerTask;
import dev.falcon.training.internal.finetuning.example.Examples;
import dev.falcon.training.internal.finetuning.language.LanguageTask;
import dev.falcon.training.internal.finetuning.statement.AssignmentTask;
import dev.falcon.training.internal.finetuning.statement.StatementTask;
import dev.falcon.training.internal.finetuning.task.FinetuningTask;
import dev.falcon.training.internal.finetuning.task.Origin;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** The tasks by their configuration. */
public final class FinetuningTasks {
  private FinetuningTasks() {}

  /**
   * Opens what a configuration names.
   *
   * @param cache where datasets are kept in the form that training needs
   * @param stop looked at while files are read
   */
  public static FinetuningTask open(
      FinetuneConfig config, Origin origin, Path cache, Progress progress, BooleanSupplier stop) {
    TaskConfig task = config.task();
    Examples.Reading reading = new Examples.Reading(config.data().workerThreads(), progress, stop);
    if (task instanceof TaskConfig.Statements statements) {
      return new StatementTask(config, statements, origin, reading);
    }
    if (task instanceof TaskConfig.Assignment) {
      return new AssignmentTask(config, origin, cache, progress, stop);
    }
    if (task instanceof TaskConfig.Answers answers) {
      return AnswerTask.open(config, answers, origin, reading);
    }
    if (task instanceof TaskConfig.Language language) {
      return LanguageTask.open(config, language, origin, cache, progress, stop);
    }
    throw new IllegalStateException("a task without a class: " + task.name());
  }
}
