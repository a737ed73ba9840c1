// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import dev.falcon.data.RequestException;
import dev.falcon.data.annotation.AnswerList;
import dev.falcon.data.annotation.VisualQuestion;
import dev.falcon.eval.answer.AnswerText;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The candidate answers to questions. */
final class AnswerChoices {
  private AnswerChoices() {}

  /**
   * Reads the answers from a file, or collects those that occur in many questions.
   *
   * @throws RequestException if no training question has one of these answers
   */
  static List<String> of(String file, int fewest, List<VisualQuestion> questions) {
    if (!file.isEmpty()) {
      List<String> listed = AnswerList.read(Path.of(file));
      requireOne(file, listed, questions);
      return listed;
    }
    Map<String, Integer> count = new TreeMap<>();
    for (VisualQuestion question : questions) {
      Set<String> different = new TreeSet<>();
      question.answers().forEach(answer -> different.add(AnswerText.normalised(answer)));
      different.forEach(answer -> count.merge(answer, 1, Integer::sum));
    }
    count.values().removeIf(occurrences -> occurrences < fewest);
    count.remove("");
    if (count.isEmpty()) {
      throw new RequestException(
          "task.fewest: no answer occurs in this many training questions; fewest=" + fewest);
    }
    return List.copyOf(count.keySet());
  }

  private static void requireOne(String file, List<String> listed, List<VisualQuestion> questions) {
    Set<String> known = new HashSet<>(listed);
    if (questions.stream().noneMatch(one -> one.answers().stream().anyMatch(known::contains))) {
      throw new RequestException(
          "task.answers: "
              + file
              + ": no training question has any answer of this list of "
              + listed.size()
              + "; question "
              + questions.get(0).id()
              + " has '"
              + questions.get(0).answers().get(0)
              + "'");
    }
  }
}
