// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.folder;

import dev.falcon.data.RequestException;
import dev.falcon.onnx.matcher.QuestionAnswerer;
import dev.falcon.onnx.matcher.StatementJudge;
import dev.falcon.onnx.matcher.TaskInput;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.function.BiFunction;

/** Opens the models of a folder that were fine-tuned for a task. */
public final class TaskModels {
  private TaskModels() {}

  /**
   * Opens the model that answers questions about pictures.
   *
   * @throws RequestException if the folder lacks one of the model's graphs
   */
  public static QuestionAnswerer questionAnswerer(ModelFolder folder, Sessions sessions) {
    Path answers = folder.requireGraph(GraphRole.ANSWER_MODEL);
    return open(
        folder,
        sessions,
        GraphRole.QUESTION_MODEL,
        (input, questions) -> {
          GraphSession session = sessions.open(answers);
          return ModelFolder.closingOnFailure(
              session, () -> new QuestionAnswerer(input, questions, session, folder.path()));
        });
  }

  /**
   * Opens the model that classifies statements about several pictures.
   *
   * @throws RequestException if the folder lacks one of the model's graphs
   */
  public static StatementJudge statementJudge(ModelFolder folder, Sessions sessions) {
    return open(folder, sessions, GraphRole.STATEMENT_MODEL, StatementJudge::new);
  }

  private static <T> T open(
      ModelFolder folder,
      Sessions sessions,
      GraphRole role,
      BiFunction<TaskInput, GraphSession, T> maker) {
    return folder.withVision(
        sessions,
        role,
        (vision, task) ->
            folder.withPipeline(
                task,
                false,
                ModelFolder.NO_PROMPT,
                text ->
                    maker.apply(
                        new TaskInput(folder.imageTransform(), vision.pixels(), vision, text),
                        task)));
  }
}
