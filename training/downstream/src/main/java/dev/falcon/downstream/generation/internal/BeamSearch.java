// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation.internal;

import dev.falcon.downstream.generation.GenerationSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Beam search over a language model's continuations, as in Hugging Face's {@code generate}.
 *
 * @param settings the settings of the search
 * @param end the token that ends a text
 */
public record BeamSearch(GenerationSettings settings, int end) {
  /**
   * A text.
   *
   * @param tokens the tokens without the prompt, including the end token if it was generated
   * @param score the sum of its log-probabilities; with beams, divided by a power of its length
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by their scores
  public record Text(int[] tokens, double score) {}

  /** An unfinished text; the score is the sum of its log-probabilities. */
  private record Candidate(int[] before, int token, double score) {
    int[] tokens() {
      int[] tokens = Arrays.copyOf(before, before.length + 1);
      tokens[before.length] = token;
      return tokens;
    }
  }

  /**
   * Searches for the best text.
   *
   * @param model returns the logits of the next token after each of several texts of one length
   */
  public Text search(Function<List<int[]>, float[][]> model) {
    return settings.beams() == 1 ? greedy(model) : beams(model);
  }

  private Text greedy(Function<List<int[]>, float[][]> model) {
    int[] tokens = {};
    double sum = 0;
    while (tokens.length < settings.mostTokens()) {
      double[] scores = widened(model.apply(List.of(tokens))[0]);
      double[] logProbabilities = logSoftmax(scores);
      discourage(scores, tokens);
      int best = 0;
      for (int token = 1; token < scores.length; token++) {
        best = scores[token] > scores[best] ? token : best;
      }
      sum += logProbabilities[best];
      tokens = new Candidate(tokens, best, 0).tokens();
      if (best == end) {
        break;
      }
    }
    return new Text(tokens, sum);
  }

  private Text beams(Function<List<int[]>, float[][]> model) {
    List<Text> running = List.of(new Text(new int[0], 0));
    List<Text> finished = new ArrayList<>();
    for (int length = 1; length <= settings.mostTokens(); length++) {
      float[][] logits = model.apply(running.stream().map(Text::tokens).toList());
      List<Candidate> candidates = best(running, logits);
      double divisor = Math.pow(length, settings.lengthPenalty());
      boolean last = length == settings.mostTokens();
      List<Text> next = new ArrayList<>();
      for (int rank = 0; rank < candidates.size(); rank++) {
        Candidate candidate = candidates.get(rank);
        boolean ends = candidate.token() == end;
        if (rank < settings.beams() && (ends || last)) {
          finished.add(new Text(candidate.tokens(), candidate.score() / divisor));
        } else if (!ends && next.size() < settings.beams()) {
          next.add(new Text(candidate.tokens(), candidate.score()));
        }
      }
      finished.sort(Comparator.comparingDouble(Text::score).reversed());
      while (finished.size() > settings.beams()) {
        finished.remove(finished.size() - 1);
      }
      running = next;
      boolean full = finished.size() == settings.beams();
      if (last || (full && hopeless(running.get(0), divisor, finished))) {
        break;
      }
    }
    return finished.get(0);
  }

  /** Returns whether no unfinished text can still displace a finished one. */
  private static boolean hopeless(Text best, double divisor, List<Text> finished) {
    return best.score() / divisor <= finished.get(finished.size() - 1).score();
  }

  /** Returns the best continuations of all texts, twice as many as beams, the best first. */
  private List<Candidate> best(List<Text> running, float[][] logits) {
    List<Candidate> candidates = new ArrayList<>();
    for (int beam = 0; beam < running.size(); beam++) {
      Text text = running.get(beam);
      double[] scores = logSoftmax(widened(logits[beam]));
      discourage(scores, text.tokens());
      for (int token = 0; token < scores.length; token++) {
        candidates.add(new Candidate(text.tokens(), token, text.score() + scores[token]));
      }
    }
    candidates.sort(Comparator.comparingDouble(Candidate::score).reversed());
    return candidates.subList(0, Math.min(candidates.size(), 2 * settings.beams()));
  }

  /** Forbids the end token before the minimum length, and penalises repeated tokens. */
  private void discourage(double[] scores, int[] tokens) {
    if (settings.repetitionPenalty() != 1) {
      for (int token : Arrays.stream(tokens).distinct().toArray()) {
        double score = scores[token];
        scores[token] =
            score > 0 ? score / settings.repetitionPenalty() : score * settings.repetitionPenalty();
      }
    }
    if (tokens.length < settings.leastTokens()) {
      scores[end] = Double.NEGATIVE_INFINITY;
    }
  }

  private static double[] widened(float[] logits) {
    double[] wide = new double[logits.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = logits[i];
    }
    return wide;
  }

  private static double[] logSoftmax(double[] logits) {
    double highest = Arrays.stream(logits).max().orElseThrow();
    double sum = 0;
    for (double logit : logits) {
      sum += Math.exp(logit - highest);
    }
    double normaliser = highest + Math.log(sum);
    return Arrays.stream(logits).map(logit -> logit - normaliser).toArray();
  }
}
