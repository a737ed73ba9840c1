// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import java.nio.file.Path;
import java.util.List;

/**
 * The candidate answers of a network, and the settings by which one is selected: {@code
 * answers.json} in a model folder.
 *
 * @param candidates the number of answers that are preselected by their first token and then scored
 *     in full
 * @param doubledFirst whether the log-likelihood of the first token counts twice
 * @param end the id of the end token
 * @param answers the answers, in order
 */
public record AnswerFile(int candidates, boolean doubledFirst, int end, List<Choice> answers) {
  /** The file's name. */
  public static final String NAME = "answers.json";

  /**
   * An answer.
   *
   * @param answer its text
   * @param ids the ids of its tokens, preceded by that of the first token
   */
  public record Choice(String answer, List<Integer> ids) {
    int[] tokens() {
      return ids.stream().mapToInt(Integer::intValue).toArray();
    }
  }

  /** Reads the file in a folder and checks its tokens against the size of the vocabulary. */
  public static AnswerFile read(Path folder, int vocabulary) {
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
          file + ": '" + of + "' has token " + id + "; tokens are 0 to " + (vocabulary - 1));
    }
  }
}
