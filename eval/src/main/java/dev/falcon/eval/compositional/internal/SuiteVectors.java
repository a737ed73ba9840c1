// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.internal;

import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Json;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.eval.EmbeddingModel;
import dev.falcon.eval.compositional.suite.CompositionalSuite;
import dev.falcon.eval.compositional.suite.SuiteItem;
import dev.falcon.eval.internal.vectors.ImagePass;
import dev.falcon.eval.internal.vectors.ShardRow;
import dev.falcon.eval.internal.vectors.ShardRows;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The vectors of a suite's pictures and captions, each embedded once.
 *
 * @param pictures the vectors, of which a picture may have several one after another; null for a
 *     picture that is missing // [pictures][vectors * d]
 * @param texts the vectors of the captions // [texts][d]
 * @param rejects the pictures that are missing or cannot be used
 */
@SuppressWarnings("ArrayRecordComponent") // a table, never compared
public record SuiteVectors(float[][] pictures, float[][] texts, List<Reject> rejects) {
  private static final int TEXTS_AT_ONCE = 4096;

  public SuiteVectors {
    rejects = List.copyOf(rejects);
  }

  /** Embeds a suite; pictures that the pass has in its cache are not embedded again. */
  public static SuiteVectors of(
      CompositionalSuite suite,
      SampleSource source,
      EmbeddingModel embedder,
      ImagePass pass,
      Progress progress) {
    PictureList list = new PictureList(suite.pictures());
    List<Reject> rejects = new ArrayList<>();
    float[][] pictures = new float[suite.pictures().size()][];
    try (Progress.Task task = progress.begin("embedding", pictures.length, "images")) {
      for (int shard = 0; shard < source.shards(); shard++) {
        ShardRows rows =
            pass.rows(
                source,
                shard,
                content(suite, source, shard),
                ConvertOrder.RGB_THEN_RESIZE,
                Map.of(),
                task);
        rows.rejects().stream().map(list::named).forEach(rejects::add);
        for (ShardRow row : rows.rows()) {
          pictures[PictureList.number(row.key())] = row.vector();
        }
      }
    }
    return new SuiteVectors(pictures, texts(suite, embedder, progress), rejects);
  }

  /** Returns the digest of a shard's pictures: their files, boxes and numbers. */
  private static String content(CompositionalSuite suite, SampleSource source, int shard) {
    String text = Json.line(suite.pictures()) + shard + Json.line(source.inputs(shard));
    return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static float[][] texts(
      CompositionalSuite suite, EmbeddingModel embedder, Progress progress) {
    float[][] vectors = new float[suite.texts().size()][];
    try (Progress.Task task = progress.begin("embedding", vectors.length, "captions")) {
      for (int from = 0; from < vectors.length; from += TEXTS_AT_ONCE) {
        int to = Math.min(from + TEXTS_AT_ONCE, vectors.length);
        float[][] block = embedder.embedTexts(suite.texts().subList(from, to));
        System.arraycopy(block, 0, vectors, from, block.length);
        task.advance(block.length);
      }
    }
    return vectors;
  }

  /** Returns the cosines of all pairs; of a picture's several vectors, the largest counts. */
  public SuitePairScores cosines(SuitePairs pairs) {
    float[][] scores = new float[pictures.length][];
    for (int picture = 0; picture < scores.length; picture++) {
      if (pictures[picture] != null) {
        int[] asked = pairs.texts()[picture];
        scores[picture] = new float[asked.length];
        for (int i = 0; i < asked.length; i++) {
          scores[picture][i] = cosine(pictures[picture], texts[asked[i]]);
        }
      }
    }
    return new SuitePairScores(pairs, scores, rejects);
  }

  private static float cosine(float[] vectors, float[] text) {
    float largest = Float.NEGATIVE_INFINITY;
    for (int from = 0; from < vectors.length; from += text.length) {
      double sum = 0;
      for (int i = 0; i < text.length; i++) {
        sum += (double) vectors[from + i] * text[i];
      }
      largest = Math.max(largest, (float) sum); // NaN, if one of them is
    }
    return largest;
  }

  /** Returns the cosines of an item's captions with each other // [captions * captions]. */
  public float[] amongCaptions(SuiteItem item) {
    int captions = item.texts().size();
    float[] scores = new float[captions * captions];
    for (int i = 0; i < scores.length; i++) {
      scores[i] =
          cosine(texts[item.texts().get(i / captions)], texts[item.texts().get(i % captions)]);
    }
    return scores;
  }

  /** Returns the cosine of each caption with the mean of the pictures' first vectors // [texts]. */
  public float[] nearnessToMean() {
    int width = texts[0].length;
    double[] mean = new double[width];
    for (float[] picture : pictures) {
      for (int i = 0; picture != null && i < width; i++) {
        mean[i] += picture[i];
      }
    }
    float[] nearness = new float[texts.length];
    for (int text = 0; text < nearness.length; text++) {
      double sum = 0;
      for (int i = 0; i < width; i++) {
        sum += mean[i] * texts[text][i];
      }
      nearness[text] = (float) sum;
    }
    return nearness;
  }
}
