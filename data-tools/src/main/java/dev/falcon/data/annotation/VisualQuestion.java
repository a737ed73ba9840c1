package dev.falcon.data.annotation;

import java.util.List;

/**
 * A question about a picture.
 *
 * @param id unique among the questions
 * @param image the picture's file below the dataset's image folder; empty where only answers are
 *     known
 * @param question as people wrote it; empty where only answers are known
 * @param answers as people wrote them, one for each person, ten in VQA v2; none where they are not
 *     public
 * @param questionType such as {@code how many}; empty where the file does not say
 * @param answerType such as {@code number}; empty where the file does not say
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
