package dev.falcon.data.annotation;

import java.util.List;

/**
 * A question about a picture.
 *
 * @param id unique among the questions
 * @param image the picture's file in the dataset's image folder; empty where only answers are known
 * @param question as people wrote it; empty where only answers are known
 * @param answers as people wrote them, one per person, ten in VQA v2; empty where they are not
 *     public
 * @param questionType such as {@code how many}; empty where the file has none
 * @param answerType such as {@code number}; empty where the file has none
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
