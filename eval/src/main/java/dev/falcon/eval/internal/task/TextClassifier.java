// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.task;

import dev.falcon.data.Progress;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Seals;
import dev.falcon.eval.EmbeddingModel;
import dev.falcon.eval.internal.vectors.VectorFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the class vectors of a zero-shot classifier. A class's vector is the mean of the normalised
 * vectors of its prompts, normalised again. All prompts of all classes are embedded in full
 * batches, while the reference evaluator embeds one class at a time.
 */
public final class TextClassifier {
  /** The number of texts that are passed to the model at once, which divides them into batches. */
  private static final int TEXTS_AT_ONCE = 4096;

  private final EmbeddingModel embedder;
  private final Path cache;
  private final Progress progress;

  /** Creates a classifier that caches its vectors in a folder, by the hash of model and prompts. */
  public TextClassifier(EmbeddingModel embedder, Path cache, Progress progress) {
    this.embedder = embedder;
    this.cache = cache;
    this.progress = progress;
  }

  /** Returns the class vectors, L2-normalised // [classes x d] */
  public float[][] build(Prompts prompts) {
    String name = embedder.fingerprint() + " " + prompts.sha256();
    Path file =
        cache.resolve("classifier-" + Sha256.of(name.getBytes(StandardCharsets.UTF_8)) + ".f32");
    if (Seals.isSealed(file)) {
      return VectorFile.read(file);
    }
    float[][] vectors = embed(prompts);
    Seals.write(file, () -> VectorFile.write(file, vectors));
    return vectors;
  }

  /** Returns the number of vectors that exactly equal another one. */
  public static int equalVectors(float[][] vectors) {
    Map<ByteBuffer, Integer> counts = new HashMap<>();
    for (float[] vector : vectors) {
      ByteBuffer bytes = ByteBuffer.allocate(vector.length * Float.BYTES);
      bytes.asFloatBuffer().put(vector);
      counts.merge(bytes, 1, Integer::sum);
    }
    return counts.values().stream().filter(count -> count > 1).mapToInt(count -> count).sum();
  }

  private float[][] embed(Prompts prompts) {
    int templates = prompts.templates().size();
    float[][] sums = new float[prompts.classNames().size()][];
    try (Progress.Task task = progress.begin("text classifier", prompts.count(), "prompts")) {
      for (int from = 0; from < prompts.count(); from += TEXTS_AT_ONCE) {
        int to = Math.min(from + TEXTS_AT_ONCE, prompts.count());
        List<String> texts = new ArrayList<>(to - from);
        for (int i = from; i < to; i++) {
          texts.add(prompts.text(i / templates, i % templates));
        }
        float[][] vectors = embedder.embedTexts(texts);
        for (int i = from; i < to; i++) {
          sums[i / templates] = sum(sums[i / templates], vectors[i - from]);
        }
        task.advance(to - from);
      }
    }
    for (float[] sum : sums) {
      normalise(sum, templates);
    }
    return sums;
  }

  private static float[] sum(float[] sum, float[] vector) {
    if (sum == null) {
      return vector.clone();
    }
    for (int k = 0; k < sum.length; k++) {
      sum[k] += vector[k];
    }
    return sum;
  }

  private static void normalise(float[] sum, int count) {
    double square = 0;
    for (int k = 0; k < sum.length; k++) {
      sum[k] /= count;
      square += (double) sum[k] * sum[k];
    }
    float norm = (float) Math.sqrt(square);
    for (int k = 0; k < sum.length; k++) {
      sum[k] /= norm;
    }
  }
}
