package dev.falcon.eval.internal.search;

import java.util.List;
import java.util.Map;

/**
 * Images and captions with their vectors.
 *
 * @param keys the images' keys, each once; of an image that several samples show the first's
 * @param imageOf each sample's image, by the samples' keys
 * @param imageVectors L2-normalised, one or several an image // [images x vectors * d]
 * @param captions all images' captions, one image's after the other's
 * @param textKeys how truth files call the captions: as their sample, with a number where that has
 *     several
 * @param owner which image each caption belongs to // [captions]
 * @param firstCaption where each image's captions begin, and the end // [images + 1]
 * @param textVectors L2-normalised // [captions x d]
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier within this package
public record Gallery(
    List<String> keys,
    Map<String, Integer> imageOf,
    float[][] imageVectors,
    List<String> captions,
    List<String> textKeys,
    int[] owner,
    int[] firstCaption,
    float[][] textVectors) {

  public int images() {
    return imageVectors.length;
  }

  public int texts() {
    return textVectors.length;
  }
}
