// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.answer;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.annotation.JsonItem;
import dev.falcon.data.annotation.QuestionFiles;
import dev.falcon.data.annotation.VisualQuestion;
import dev.falcon.eval.internal.task.Predictions;
import dev.falcon.eval.metric.Scores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Evaluates answers to questions about pictures. */
public final class AnswerEvaluation {
  private static final double PERCENT = 100;

  private AnswerEvaluation() {}

  /**
   * Evaluates a file of predictions: VQA accuracy (Antol et al., 2015), or exact match for GQA,
   * overall and by kind of question and answer. The result also has the accuracies of always giving
   * the most frequent answer of all questions, {@code majority}, and of the question's type, {@code
   * majority_by_type}. If the questions have no answers by people, only checks that the file is
   * complete.
   *
   * @throws FalconException if a question has no prediction or several, or a prediction is for an
   *     unknown question
   */
  public static AnswerResult run(AnswerRequest request) {
    List<VisualQuestion> questions = QuestionFiles.read(request.questions());
    Predictions predictions = read(request.predictions());
    predictions.mustBeFor(questions.stream().map(VisualQuestion::id).toList(), "question");
    AnswerRules rules = request.rules().orElseGet(() -> usual(questions));
    boolean isPublic = questions.stream().noneMatch(question -> question.answers().isEmpty());
    return new AnswerResult(
        provenance(request, rules),
        rules,
        questions.size(),
        isPublic ? scores(questions, predictions, rules) : Scores.NONE);
  }

  /**
   * Returns the rules that are usual for the questions: GQA has one answer per question, and marks
   * it as open or binary.
   */
  private static AnswerRules usual(List<VisualQuestion> questions) {
    boolean isGqa =
        questions.stream()
            .allMatch(
                question ->
                    question.answers().size() == 1
                        && (question.answerType().equals("open")
                            || question.answerType().equals("binary")));
    return isGqa ? AnswerRules.EXACT : AnswerRules.VQA;
  }

  private static Predictions read(Path file) {
    return Predictions.read(
        file,
        item -> item.has("questionId") ? item.id("questionId") : item.id("question_id"),
        AnswerEvaluation::answer);
  }

  private static String answer(JsonItem item) {
    return item.has("prediction") ? item.text("prediction") : item.text("answer");
  }

  private static Scores scores(
      List<VisualQuestion> questions, Predictions predictions, AnswerRules rules) {
    Mean all = new Mean();
    Map<String, Mean> byAnswer = new TreeMap<>();
    Map<String, Mean> byQuestion = new TreeMap<>();
    for (VisualQuestion question : questions) {
      double score = rules.score(predictions.of(question.id()), question.answers());
      all.add(score);
      byAnswer.computeIfAbsent(question.answerType(), type -> new Mean()).add(score);
      byQuestion.computeIfAbsent(question.questionType(), type -> new Mean()).add(score);
    }
    Scores scores =
        Scores.NONE
            .with("accuracy", all.percent())
            .with("majority", majority(questions, rules, question -> ""));
    if (!byQuestion.keySet().equals(Set.of(""))) {
      Function<VisualQuestion, String> type = VisualQuestion::questionType;
      scores = scores.with("majority_by_type", majority(questions, rules, type));
    }
    return scores.and(group(byAnswer).in("answer_type")).and(group(byQuestion).in("question_type"));
  }

  /**
   * Returns the score of always giving the kind's most frequent answer; of equally frequent ones,
   * the first.
   */
  private static double majority(
      List<VisualQuestion> questions, AnswerRules rules, Function<VisualQuestion, String> kind) {
    Map<String, Map<String, Integer>> counts = new HashMap<>();
    for (VisualQuestion question : questions) {
      Map<String, Integer> ofKind =
          counts.computeIfAbsent(kind.apply(question), first -> new TreeMap<>());
      question.answers().forEach(answer -> ofKind.merge(answer, 1, Integer::sum));
    }
    Map<String, String> said = new HashMap<>();
    counts.forEach((name, ofKind) -> said.put(name, mostFrequent(ofKind)));
    Mean mean = new Mean();
    for (VisualQuestion question : questions) {
      mean.add(rules.score(said.get(kind.apply(question)), question.answers()));
    }
    return mean.percent();
  }

  private static String mostFrequent(Map<String, Integer> counts) {
    String most = "";
    for (Map.Entry<String, Integer> answer : counts.entrySet()) {
      if (answer.getValue() > counts.getOrDefault(most, 0)) {
        most = answer.getKey();
      }
    }
    return most;
  }

  /** Returns each kind's mean; empty if the file has no kinds. */
  private static Scores group(Map<String, Mean> means) {
    Map<String, Double> scores = new TreeMap<>();
    means.forEach((kind, mean) -> scores.put(kind, mean.percent()));
    scores.remove("");
    return Scores.of(scores);
  }

  private static final class Mean {
    private double sum;
    private int count;

    void add(double score) {
      sum += score;
      count++;
    }

    double percent() {
      return PERCENT * sum / count;
    }
  }

  private static Provenance provenance(AnswerRequest request, AnswerRules rules) {
    List<Provenance.Input> inputs = new ArrayList<>();
    inputs.add(Provenance.Input.of(InputRole.PREDICTIONS, request.predictions()));
    request.questions().forEach(file -> inputs.add(Provenance.Input.of(InputRole.QUESTIONS, file)));
    return Provenance.of(
        "eval vqa", 0, Map.of("rules", rules.name().toLowerCase(Locale.ROOT)), inputs);
  }
}
