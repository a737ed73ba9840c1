// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.onnx.matcher.AnswerRanking;
import dev.falcon.onnx.network.AnswerNetwork.QuestionMemory;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Weights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Selects the most probable of the candidate answers to each question.
 *
 * @param tokens the tokens of every answer, preceded by the first token
 * @param most the number of answers that are preselected by their first token and then scored in
 *     full
 * @param doubledFirst whether the log-likelihood of the first token counts twice
 */
public record AnswerSearch(AnswerPass pass, List<int[]> tokens, int most, boolean doubledFirst) {
  /** The maximum number of log-probabilities held in memory, which take 256 MiB. */
  private static final long MOST_VALUES = 64L << 20;

  /**
   * The selected answers.
   *
   * @param answers the answer to each question, as an index of the candidates
   * @param scores the scores of these answers
   */
  @SuppressWarnings("ArrayRecordComponent") // read, never compared
  public record Chosen(int[] answers, double[] scores) {}

  /** Returns the answer of each question. */
  public Chosen choose(Weights weights, NDManager manager, int[][] texts, NDArray pixels) {
    int rows = texts.length;
    QuestionMemory<NDArray> memory = pass.memory(weights, manager, texts, pixels, 0);
    int[][] candidates = candidates(weights, manager, memory, rows);
    int each = candidates[0].length;
    int[] best = new int[rows];
    double[] bestScore = new double[rows];
    Arrays.fill(bestScore, Double.NEGATIVE_INFINITY);
    int longest = tokens.stream().mapToInt(answer -> answer.length).max().orElse(1);
    int chunk = (int) Math.max(1, MOST_VALUES / ((long) pass.shape().vocabulary() * longest));
    for (int from = 0; from < rows * each; from += chunk) {
      int first = from;
      int some = Math.min(chunk, rows * each - from);
      double[] scores =
          TensorScope.within(
              manager,
              memoryOfChunk -> scores(weights, memoryOfChunk, memory, candidates, first, some));
      for (int i = 0; i < some; i++) {
        int question = (from + i) / each;
        if (scores[i] > bestScore[question]) {
          bestScore[question] = scores[i];
          best[question] = candidates[question][(from + i) % each];
        }
      }
    }
    return new Chosen(best, bestScore);
  }

  /** Returns, for each question, the answers with the most probable first tokens. */
  private int[][] candidates(
      Weights weights, NDManager manager, QuestionMemory<NDArray> memory, int rows) {
    return TensorScope.within(
        manager,
        inner -> {
          int[] start = {pass.vocabulary().first()};
          List<int[]> starts = new ArrayList<>();
          int[] all = new int[rows];
          for (int row = 0; row < rows; row++) {
            starts.add(start);
            all[row] = row;
          }
          AnswerSequences sequences = AnswerSequences.of(inner, starts, pass.end());
          float[] first = pass.predicted(weights, inner, sequences, memory, all, 0).toFloatArray();
          int[][] candidates = new int[rows][];
          for (int row = 0; row < rows; row++) {
            double[] of = new double[tokens.size()];
            for (int answer = 0; answer < of.length; answer++) {
              int[] cut = tokens.get(answer);
              int token = cut.length > 1 ? cut[1] : pass.end();
              of[answer] = first[row * pass.shape().vocabulary() + token];
            }
            candidates[row] = AnswerRanking.likeliest(of, most);
          }
          return candidates;
        });
  }

  private double[] scores(
      Weights weights,
      NDManager manager,
      QuestionMemory<NDArray> memory,
      int[][] candidates,
      int from,
      int count) {
    int each = candidates[0].length;
    List<int[]> answers = new ArrayList<>();
    int[] questionOf = new int[count];
    for (int i = 0; i < count; i++) {
      questionOf[i] = (from + i) / each;
      answers.add(tokens.get(candidates[questionOf[i]][(from + i) % each]));
    }
    AnswerSequences sequences = AnswerSequences.of(manager, answers, pass.end());
    NDArray predicted = pass.predicted(weights, manager, sequences, memory, questionOf, 0);
    float[] ofToken = predicted.gather(sequences.predicted().expandDims(-1), 1).toFloatArray();
    double[] scores = new double[count];
    for (int i = 0; i < count; i++) {
      int start = sequences.layout().token(i, 0);
      int end = start + answers.get(i).length;
      scores[i] = AnswerRanking.score(ofToken, start, end, doubledFirst);
    }
    return scores;
  }
}
