// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import ai.onnxruntime.OrtSession;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.onnx.internal.config.Feed;
import dev.falcon.onnx.internal.config.Tensors;
import dev.falcon.onnx.internal.config.TokenInputs;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.TensorSpec;
import dev.falcon.onnx.text.TokenBatch;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Answers questions about pictures with one of many candidate answers, by a network fine-tuned for
 * VQA.
 *
 * <p>Memory: that of the graphs, and at most 256 MiB for the logits of answers' tokens.
 */
public final class QuestionAnswerer implements AutoCloseable {
  private static final long MOST_VALUES = 64L << 20;

  private final TaskInput input;
  private final GraphSession questions;
  private final TensorSpec imageStates;
  private final TokenInputs questionTokens;
  private final GraphSession answers;
  private final TensorSpec questionStates;
  private final TensorSpec questionMask;
  private final TensorSpec answerTokens;
  private final AnswerFile choices;
  private final List<int[]> tokens;

  /**
   * @param questions the question graph
   * @param answers the answer graph
   * @param folder the folder of {@code answers.json}
   */
  public QuestionAnswerer(
      TaskInput input, GraphSession questions, GraphSession answers, Path folder) {
    this.input = input;
    this.questions = questions;
    this.imageStates = questions.requireInput("image_states");
    this.questionTokens = TokenInputs.require(questions);
    questions.requireOutput("question_states");
    this.answers = answers;
    this.questionStates = answers.requireInput("question_states");
    this.questionMask = answers.requireInput("attention_mask");
    this.answerTokens = answers.requireInput("input_ids");
    answers.requireOutput("logits");
    this.choices = AnswerFile.read(folder, input.text().vocabularySize());
    this.tokens = choices.answers().stream().map(AnswerFile.Choice::tokens).toList();
  }

  /**
   * A selected answer.
   *
   * @param answer its text
   * @param score the log-probability of its tokens; that of the first token counts twice if {@code
   *     answers.json} says so
   */
  public record Answer(String answer, double score) {}

  /** Returns the preprocessing of pictures. */
  public ImageTransform transform() {
    return input.transform();
  }

  /** Returns a buffer for up to this many pictures // [rows x 3 x height x width]. */
  public FloatBuffer newBatch(int rows) {
    return input.newBatch(rows);
  }

  /**
   * Answers questions.
   *
   * @param pixels one picture per question, from the buffer's start // [questions x 3 x height x
   *     width]
   */
  public List<Answer> answer(FloatBuffer pixels, List<String> asked) {
    if (asked.isEmpty()) {
      return List.of();
    }
    TokenBatch batch = input.text().encode(asked);
    float[] read = read(pixels, batch);
    List<int[]> starts = Collections.nCopies(asked.size(), new int[] {tokens.get(0)[0]});
    double[][] first = predicted(read, batch, starts, logits -> logits.all(0));
    List<Answer> given = new ArrayList<>();
    for (int row = 0; row < batch.rows(); row++) {
      given.add(best(row(read, batch, row), row(batch, row), first[row]));
    }
    return given;
  }

  /** Returns the states to which answers attend // [questions x length x width]. */
  private float[] read(FloatBuffer pixels, TokenBatch batch) {
    float[] seen = input.vision().encode(pixels, batch.rows());
    long[] one = input.vision().stateShape();
    try (Feed feed = new Feed()) {
      feed.tensors()
          .put(
              imageStates.name(),
              Tensors.floats(
                  questions, imageStates, FloatBuffer.wrap(seen), batch.rows(), one[0], one[1]));
      questionTokens.put(feed.tensors(), questions, batch);
      try (OrtSession.Result result = questions.run(feed.tensors(), Set.of("question_states"))) {
        return Tensors.rows(questions, result, "question_states", batch.rows());
      }
    }
  }

  private static float[] row(float[] read, TokenBatch batch, int row) {
    int length = read.length / batch.rows();
    return Arrays.copyOfRange(read, row * length, (row + 1) * length);
  }

  private static TokenBatch row(TokenBatch batch, int row) {
    int from = row * batch.length();
    int to = from + batch.length();
    return new TokenBatch(
        1,
        batch.length(),
        Arrays.copyOfRange(batch.ids(), from, to),
        Arrays.copyOfRange(batch.mask(), from, to));
  }

  /** Returns the answer to one question. */
  private Answer best(float[] read, TokenBatch question, double[] first) {
    double[] ofFirst = new double[tokens.size()];
    Arrays.setAll(ofFirst, i -> first[next(tokens.get(i), 0)]);
    int[] candidates = AnswerRanking.likeliest(ofFirst, choices.candidates());
    int longest = Arrays.stream(candidates).map(i -> tokens.get(i).length).max().orElse(1);
    int chunk = (int) Math.max(1, MOST_VALUES / ((long) first.length * longest));
    int best = -1;
    double bestScore = Double.NEGATIVE_INFINITY;
    for (int from = 0; from < candidates.length; from += chunk) {
      int[] some = Arrays.copyOfRange(candidates, from, Math.min(candidates.length, from + chunk));
      List<int[]> fed = Arrays.stream(some).mapToObj(tokens::get).toList();
      double[][] scores = predicted(read, question, fed, this::score);
      for (int i = 0; i < some.length; i++) {
        if (scores[i][0] > bestScore) {
          best = some[i];
          bestScore = scores[i][0];
        }
      }
    }
    return new Answer(choices.answers().get(best).answer(), bestScore);
  }

  /** Returns the token that follows a position in an answer. */
  private int next(int[] answer, int place) {
    return place + 1 < answer.length ? answer[place + 1] : choices.end();
  }

  /** Selects values from the logits of an answer. */
  @FunctionalInterface
  private interface Reading {
    double[] of(AnswerLogits logits);
  }

  private double[] score(AnswerLogits logits) {
    int[] answer = logits.answer();
    float[] ofToken = new float[answer.length];
    for (int place = 0; place < answer.length; place++) {
      ofToken[place] = (float) logits.of(place, next(answer, place));
    }
    return new double[] {AnswerRanking.score(ofToken, 0, answer.length, choices.doubledFirst())};
  }

  /**
   * The logits after an answer's tokens.
   *
   * @param answer the answer's tokens
   * @param values the logits of all answers
   * @param from the offset of this answer's logits
   * @param words the number of logits per token
   */
  private record AnswerLogits(int[] answer, FloatBuffer values, int from, int words) {
    /** Returns the log-probabilities of the vocabulary after a token. */
    double[] all(int place) {
      int at = from + place * words;
      double level = level(at);
      double[] all = new double[words];
      Arrays.setAll(all, word -> values.get(at + word) - level);
      return all;
    }

    /** Returns the log-probability of a token after another. */
    double of(int place, int word) {
      int at = from + place * words;
      return values.get(at + word) - level(at);
    }

    /** Returns the logarithm of the sum of the exponentials of the logits at an offset. */
    private double level(int at) {
      double highest = Double.NEGATIVE_INFINITY;
      for (int word = 0; word < words; word++) {
        highest = Math.max(highest, values.get(at + word));
      }
      double sum = 0;
      for (int word = 0; word < words; word++) {
        sum += StrictMath.exp(values.get(at + word) - highest);
      }
      return highest + StrictMath.log(sum);
    }
  }

  private double[][] predicted(float[] read, TokenBatch asked, List<int[]> fed, Reading reading) {
    int longest = fed.stream().mapToInt(answer -> answer.length).max().orElseThrow();
    int[] ids = new int[fed.size() * longest];
    for (int i = 0; i < fed.size(); i++) {
      System.arraycopy(fed.get(i), 0, ids, i * longest, fed.get(i).length);
    }
    int rows = asked.rows();
    int width = read.length / (rows * asked.length());
    try (Feed feed = new Feed()) {
      feed.tensors()
          .put(
              questionStates.name(),
              Tensors.floats(
                  answers, questionStates, FloatBuffer.wrap(read), rows, asked.length(), width));
      feed.tensors()
          .put(
              questionMask.name(),
              Tensors.integers(answers, questionMask, asked.mask(), rows, asked.length()));
      feed.tensors()
          .put(
              answerTokens.name(),
              Tensors.integers(answers, answerTokens, ids, fed.size(), longest));
      try (OrtSession.Result result = answers.run(feed.tensors(), Set.of("logits"))) {
        FloatBuffer values = Tensors.read(result, "logits");
        int words = values.remaining() / ids.length;
        double[][] predicted = new double[fed.size()][];
        for (int i = 0; i < predicted.length; i++) {
          predicted[i] =
              reading.of(new AnswerLogits(fed.get(i), values, i * longest * words, words));
        }
        return predicted;
      }
    }
  }

  @Override
  public void close() {
    questions.close();
    answers.close();
    input.close();
  }
}
