package dev.falcon.eval.internal.search;

import java.util.List;

/**
 * Images and captions with their vectors.
 *
 * @param keys the images' keys, each once
 * @param imageVectors L2-normalised, one or several an image // [images x vectors * d]
 * @param captions all images' captions, one image's after the other's
 * @param owner which image each caption belongs to // [captions]
 * @param firstCaption where each image's captions begin, and the end // [images + 1]
 * @param textVectors L2-normalised // [captions x d]
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier within this package
public record Gallery(
    List<String> keys,
    float[][] imageVectors,
    List<String> captions,
    int[] owner,
    int[] firstCaption,
    float[][] textVectors) {

  public int images() {
    return imageVectors.length;
  }

  public int texts() {
    return textVectors.length;
  }

  /** How truth files call a caption: as its image, with a number where the image has several. */
  String textKey(int caption) {
    int image = owner[caption];
    int first = firstCaption[image];
    return firstCaption[image + 1] - first == 1
        ? keys.get(image)
        : keys.get(image) + '#' + (caption - first);
  }
}
