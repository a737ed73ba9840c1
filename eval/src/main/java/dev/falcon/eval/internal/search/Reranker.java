// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.search;

import dev.falcon.data.Progress;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.onnx.matcher.EncodedCaption;
import dev.falcon.onnx.matcher.EncodedImage;
import dev.falcon.onnx.matcher.MatchScorer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Scores each query's best candidates with a matching model. Since encoded images are large, the
 * dataset is read again in small blocks, and all pairs of an image, in both directions, are scored
 * while it is in memory. A pair that both directions need is scored once.
 */
public final class Reranker {
  private static final int IMAGES_AT_ONCE = 16;

  private final Gallery gallery;
  private final MatchScorer matcher;
  private final List<EncodedCaption> captions;
  private final int[][] bestTexts;
  private final int[][] bestImages;
  private final float[][] textLogits;
  private final float[][] imageLogits;
  private final Map<String, Integer> imageOf = new HashMap<>();

  /**
   * Prepares the pairs.
   *
   * @param bestTexts the best captions of each image // [images x k]
   * @param bestImages the best images of each caption // [captions x k]
   */
  public Reranker(Gallery gallery, MatchScorer matcher, int[][] bestTexts, int[][] bestImages) {
    this.gallery = gallery;
    this.matcher = matcher;
    this.bestTexts = bestTexts;
    this.bestImages = bestImages;
    captions = matcher.encodeCaptions(gallery.captions());
    textLogits = new float[bestTexts.length][bestTexts[0].length];
    imageLogits = new float[bestImages.length][bestImages[0].length];
    for (int i = 0; i < gallery.images(); i++) {
      imageOf.put(gallery.keys().get(i), i);
    }
  }

  /** Scores all pairs, reading the dataset again. */
  public void run(SampleSource data, Progress progress) {
    int[][] wanted = captionsOfImages();
    List<Sample> block = new ArrayList<>();
    try (Progress.Task task = progress.begin("re-ranking", gallery.images(), "images")) {
      data.forEach(
          sample -> {
            if (sample.hasImage() && imageOf.containsKey(sample.key())) {
              block.add(sample);
            }
            if (block.size() == IMAGES_AT_ONCE) {
              score(block, wanted, task);
            }
          },
          reject -> {});
      score(block, wanted, task);
    }
  }

  /** Returns the captions of each image that either direction needs, ascending // [images][] */
  private int[][] captionsOfImages() {
    int[] counts = new int[gallery.images()];
    for (int[] images : bestImages) {
      for (int image : images) {
        counts[image]++;
      }
    }
    int[][] wanted = new int[gallery.images()][];
    int[] filled = new int[gallery.images()];
    for (int image = 0; image < wanted.length; image++) {
      filled[image] = bestTexts[image].length;
      wanted[image] = Arrays.copyOf(bestTexts[image], filled[image] + counts[image]);
    }
    for (int caption = 0; caption < bestImages.length; caption++) {
      for (int image : bestImages[caption]) {
        wanted[image][filled[image]++] = caption;
      }
    }
    for (int image = 0; image < wanted.length; image++) {
      wanted[image] = Arrays.stream(wanted[image]).sorted().distinct().toArray();
    }
    return wanted;
  }

  private void score(List<Sample> block, int[][] wanted, Progress.Task task) {
    if (block.isEmpty()) {
      return;
    }
    List<EncodedImage> images = encode(block);
    for (int i = 0; i < block.size(); i++) {
      // A repeated key is of another image; only the first is in the gallery.
      Integer image = imageOf.remove(block.get(i).key());
      if (image != null) {
        scatter(image, wanted[image], logits(images, i, wanted[image]));
      }
    }
    task.advance(block.size());
    block.clear();
  }

  private List<EncodedImage> encode(List<Sample> block) {
    ImageTransform transform = matcher.transform().withConvertOrder(ConvertOrder.RGB_THEN_RESIZE);
    FloatBuffer pixels = matcher.newBatch(block.size());
    IntStream.range(0, block.size())
        .parallel()
        .forEach(
            i ->
                new Preprocessor(transform)
                    .apply(
                        block.get(i).image().orElseThrow(), pixels, i * transform.outputLength()));
    return matcher.encodeImages(pixels, block.size());
  }

  private float[] logits(List<EncodedImage> images, int image, int[] texts) {
    int[] imageOfPair = new int[texts.length];
    Arrays.fill(imageOfPair, image);
    return matcher.matchLogits(images, imageOfPair, captions, texts);
  }

  private void scatter(int image, int[] texts, float[] logits) {
    for (int i = 0; i < bestTexts[image].length; i++) {
      textLogits[image][i] = logits[Arrays.binarySearch(texts, bestTexts[image][i])];
    }
    for (int i = 0; i < texts.length; i++) {
      int[] images = bestImages[texts[i]];
      for (int place = 0; place < images.length; place++) {
        if (images[place] == image) {
          imageLogits[texts[i]][place] = logits[i];
        }
      }
    }
  }

  /** Returns the captions of each image in their final order. */
  public int[][] orderedTexts(float[][] cosines, boolean addCosine) {
    return ordered(bestTexts, textLogits, cosines, addCosine);
  }

  /** Returns the images of each caption in their final order. */
  public int[][] orderedImages(float[][] cosines, boolean addCosine) {
    return ordered(bestImages, imageLogits, cosines, addCosine);
  }

  /**
   * Returns the candidates in their final order. Of equal scores, the one with the larger cosine
   * comes first.
   */
  private static int[][] ordered(
      int[][] best, float[][] logits, float[][] cosines, boolean addCosine) {
    int[][] ordered = new int[best.length][];
    for (int query = 0; query < best.length; query++) {
      float[] scores = logits[query].clone();
      for (int i = 0; addCosine && i < scores.length; i++) {
        scores[i] += cosines[query][i];
      }
      int[] places = Ranking.first(scores, scores.length);
      ordered[query] = new int[places.length];
      for (int i = 0; i < places.length; i++) {
        ordered[query][i] = best[query][places[i]];
      }
    }
    return ordered;
  }
}
