// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.annotation;

import java.util.List;

/**
 * A question about a picture.
 *
 * @param id the question's id, unique among the questions
 * @param image the picture's file in the dataset's image folder; empty if only answers are known
 * @param question the question as it was written; empty if only answers are known
 * @param answers the answers as people wrote them, one per person, ten in VQA v2; empty if they are
 *     not public
 * @param questionType such as {@code how many}; empty if the file has none
 * @param answerType such as {@code number}; empty if the file has none
 */
public record VisualQuestion(
    String id,
    String image,
    String question,
    List<String> answers,
    String questionType,
    String answerType) {
  public VisualQuestion {
    answers = List.copyOf(answers);
  }
}
