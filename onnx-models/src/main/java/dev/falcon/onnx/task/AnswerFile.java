package dev.falcon.onnx.task;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import java.nio.file.Path;
import java.util.List;

/**
 * The answers among which a network chooses, and how: {@code answers.json} of a model folder.
 *
 * @param candidates so many answers, by their first token, are scored whole
 * @param doubledFirst whether the first token's likelihood counts twice
 * @param end the token that ends an answer
 * @param answers in their order
 */
public record AnswerFile(int candidates, boolean doubledFirst, int end, List<Choice> answers) {
  /** What it is called. */
  public static final String NAME = "answers.json";

  /**
   * An answer.
   *
   * @param answer its text
   * @param ids the first token and the answer's own
   */
  public record Choice(String answer, List<Integer> ids) {
    int[] tokens() {
      return ids.stream().mapToInt(Integer::intValue).toArray();
    }
  }

  /** Reads the file of a folder, and checks that its tokens are some. */
  static AnswerFile read(Path folder, int vocabulary) {
    Path file = folder.resolve(NAME);
    AnswerFile read = Json.read(file, AnswerFile.class);
    if (read.candidates < 1 || read.answers == null || read.answers.isEmpty()) {
      throw new FalconException(
          file + ": must have at least one of answers, and candidates of at least 1");
    }
    requireToken(file, "end", read.end, vocabulary);
    for (Choice choice : read.answers) {
      if (choice == null || choice.answer == null || choice.ids == null || choice.ids.isEmpty()) {
        throw new FalconException(file + ": an answer must have a text and ids; " + choice);
      }
      choice.ids.forEach(id -> requireToken(file, choice.answer, id, vocabulary));
    }
    return read;
  }

  private static void requireToken(Path file, String of, Integer id, int vocabulary) {
    if (id == null || id < 0 || id >= vocabulary) {
      throw new FalconException(
          file + ": '" + of + "' has token " + id + "; right are 0 to " + (vocabulary - 1));
    }
  }
}
