// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.eval.compositional.suite.CompositionalSuite;
import dev.falcon.onnx.matcher.EncodedCaption;
import dev.falcon.onnx.matcher.EncodedImage;
import dev.falcon.onnx.matcher.MatchScorer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Scores a suite's pairs with a matching model. Each picture is encoded once, and a caption once
 * for each block of pictures that needs it: encoded captions are large, and most captions of suites
 * belong to one picture.
 */
public final class SuiteMatching {
  private static final int PICTURES_AT_ONCE = 16;

  private final CompositionalSuite suite;
  private final SuitePairs pairs;
  private final MatchScorer matcher;
  private final boolean byProbability;
  private final float[][] scores;
  private final List<Reject> rejects = new ArrayList<>();

  private SuiteMatching(
      CompositionalSuite suite, SuitePairs pairs, MatchScorer matcher, boolean byProbability) {
    this.suite = suite;
    this.pairs = pairs;
    this.matcher = matcher;
    this.byProbability = byProbability;
    this.scores = new float[suite.pictures().size()][];
  }

  /**
   * Scores all pairs.
   *
   * @param byProbability whether the score is the probability of a match rather than its logit
   */
  public static SuitePairScores of(
      CompositionalSuite suite,
      SuitePairs pairs,
      SampleSource source,
      MatchScorer matcher,
      boolean byProbability,
      Progress progress) {
    SuiteMatching run = new SuiteMatching(suite, pairs, matcher, byProbability);
    List<Sample> block = new ArrayList<>();
    try (Progress.Task task = progress.begin("matching", run.scores.length, "images")) {
      source.forEach(
          sample -> {
            block.add(sample);
            if (block.size() == PICTURES_AT_ONCE) {
              run.score(block, source.name(), task);
            }
          },
          run.rejects::add);
      run.score(block, source.name(), task);
    }
    return new SuitePairScores(pairs, run.scores, run.rejects);
  }

  private void score(List<Sample> block, String source, Progress.Task task) {
    if (block.isEmpty()) {
      return;
    }
    FloatBuffer pixels = matcher.newBatch(block.size());
    List<Optional<String>> problems =
        IntStream.range(0, block.size())
            .parallel()
            .mapToObj(i -> prepare(block.get(i), pixels, i))
            .toList();
    List<EncodedImage> images = matcher.encodeImages(pixels, block.size());
    List<Integer> usable = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < block.size(); i++) {
      int picture = PictureList.number(block.get(i).key());
      Optional<String> problem = problems.get(i);
      if (problem.isPresent()) {
        rejects.add(new Reject(source, suite.pictures().get(picture).name(), problem.get()));
      } else {
        usable.add(picture);
        places.add(i);
      }
    }
    int[] texts = pairs.textsOf(usable);
    List<EncodedCaption> captions =
        texts.length == 0
            ? List.of()
            : matcher.encodeCaptions(Arrays.stream(texts).mapToObj(suite.texts()::get).toList());
    for (int i = 0; i < usable.size(); i++) {
      int[] own = pairs.texts()[usable.get(i)];
      int[] imageOfPair = new int[own.length];
      Arrays.fill(imageOfPair, places.get(i));
      int[] captionOfPair =
          Arrays.stream(own).map(text -> Arrays.binarySearch(texts, text)).toArray();
      scores[usable.get(i)] =
          byProbability
              ? matcher.score(images, imageOfPair, captions, captionOfPair)
              : matcher.matchLogits(images, imageOfPair, captions, captionOfPair);
    }
    task.advance(block.size());
    block.clear();
  }

  /** Puts a picture into the batch; returns the reason if it cannot be used. */
  private Optional<String> prepare(Sample sample, FloatBuffer pixels, int row) {
    ImageTransform transform = matcher.transform().withConvertOrder(ConvertOrder.RGB_THEN_RESIZE);
    try {
      new Preprocessor(transform)
          .apply(sample.image().orElseThrow(), pixels, row * transform.outputLength());
      return Optional.empty();
    } catch (FalconException e) {
      return Optional.of(e.getMessage());
    }
  }
}
