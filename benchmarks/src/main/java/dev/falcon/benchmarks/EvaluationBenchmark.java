// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks;

import dev.falcon.data.RandomStream;
import dev.falcon.eval.internal.task.RetrievalTask;
import dev.falcon.eval.internal.vectors.DotProducts;
import dev.falcon.eval.metric.ClassificationMetrics;
import dev.falcon.eval.metric.Decisions;
import dev.falcon.eval.metric.RetrievalHits;
import dev.falcon.eval.metric.TieBudget;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The cost of evaluation beside the model: ImageNet's logits and decisions (50,000 images x 1,000
 * classes), and both directions of COCO's retrieval (5,000 images x 25,010 captions), ties
 * included. Arguments: dimension, repetitions.
 */
public final class EvaluationBenchmark {
  private static final int BLOCK = 256;
  private static final int CAPTIONS_PER_IMAGE = 5;

  private EvaluationBenchmark() {}

  /** Prints each run's seconds and a number that depends on every decision. */
  public static void main(String[] arguments) {
    int dimension = Integer.parseInt(arguments[0]);
    int repetitions = Integer.parseInt(arguments[1]);
    float[][] images = vectors(50_000, dimension, "images");
    float[][] classes = vectors(1_000, dimension, "classes");
    float[][] captions = vectors(25_010, dimension, "captions");
    float[][] gallery = Arrays.copyOf(images, 5_000);
    for (int i = 0; i < repetitions; i++) {
      long start = System.nanoTime();
      double accuracy = classify(images, classes);
      report("imagenet", start, accuracy);
      start = System.nanoTime();
      double recall = retrieve(gallery, captions);
      report("coco retrieval", start, recall);
    }
  }

  private static void report(String name, long start, double check) {
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(Locale.ROOT, "%s: %.2f s (%.6f)%n", name, seconds, check);
  }

  private static double classify(float[][] images, float[][] classes) {
    DotProducts products = new DotProducts(classes);
    Decisions decisions = new Decisions(classes.length);
    for (int from = 0; from < images.length; from += BLOCK) {
      float[][] block = Arrays.copyOfRange(images, from, Math.min(from + BLOCK, images.length));
      float[][] logits = products.with(block, TieBudget.LOGIT_SCALE);
      int first = from;
      decisions.add(
          logits,
          IntStream.range(0, logits.length).map(i -> (first + i) % classes.length).toArray());
    }
    decisions.tieBudget();
    return ClassificationMetrics.of(decisions).get(ClassificationMetrics.TOP_FIVE_ACCURACY);
  }

  private static double retrieve(float[][] images, float[][] captions) {
    RetrievalHits hits = RetrievalTask.hits(images, captions, firstCaptions(images, captions));
    hits.tieBudget();
    return hits.metrics().get("text_retrieval_recall@10");
  }

  private static int[] firstCaptions(float[][] images, float[][] captions) {
    int[] first = new int[images.length + 1];
    Arrays.setAll(first, image -> CAPTIONS_PER_IMAGE * image);
    first[images.length] = captions.length;
    return first;
  }

  private static float[][] vectors(int count, int dimension, String purpose) {
    RandomStream random = RandomStream.of(1, purpose);
    float[][] vectors = new float[count][dimension];
    for (float[] vector : vectors) {
      double square = 0;
      for (int k = 0; k < dimension; k++) {
        vector[k] = (float) random.nextGaussian();
        square += (double) vector[k] * vector[k];
      }
      for (int k = 0; k < dimension; k++) {
        vector[k] /= (float) Math.sqrt(square);
      }
    }
    return vectors;
  }
}
