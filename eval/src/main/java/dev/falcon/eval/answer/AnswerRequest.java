// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.answer;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A request to evaluate answers.
 *
 * @param predictions a JSON list of {@code {question_id, answer}}, the test server's form, or of
 *     GQA's {@code {questionId, prediction}}
 * @param questions the files of questions and people's answers; see {@link
 *     dev.falcon.data.annotation.QuestionFiles}
 * @param rules the rules of evaluation; by default GQA's if the questions are GQA's, otherwise VQA
 *     v2's
 */
public record AnswerRequest(Path predictions, List<Path> questions, Optional<AnswerRules> rules) {
  public AnswerRequest {
    questions = List.copyOf(questions);
    if (questions.isEmpty()) {
      throw new RequestException(
          "name the file of people's answers, as v2_mscoco_val2014_annotations.json");
    }
  }
}
