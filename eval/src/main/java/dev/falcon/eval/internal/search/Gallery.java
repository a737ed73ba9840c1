// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.search;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Images and captions with their vectors.
 *
 * @param keys the images' keys, each once; an image of several samples has the key of the first
 * @param names finds the images and captions of the whole dataset by their names
 * @param imageVectors the images' vectors, one or several per image, L2-normalised // [images x
 *     vectors * d]
 * @param captions the captions of all images, image by image
 * @param textKeys the captions' keys in truth files: their sample's key, with a number if the
 *     sample has several captions
 * @param owner the image to which each caption belongs // [captions]
 * @param firstCaption the index of each image's first caption, and the end // [images + 1]
 * @param textVectors the captions' vectors, L2-normalised // [captions x d]
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier within this package
public record Gallery(
    List<String> keys,
    GalleryNames names,
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

  /** Returns the images from one number to before another, with their captions. */
  public Gallery part(int from, int to) {
    int first = firstCaption[from];
    int end = firstCaption[to];
    return new Gallery(
        keys.subList(from, to),
        names,
        Arrays.copyOfRange(imageVectors, from, to),
        captions.subList(first, end),
        textKeys.subList(first, end),
        Arrays.stream(owner, first, end).map(image -> image - from).toArray(),
        Arrays.stream(firstCaption, from, to + 1).map(caption -> caption - first).toArray(),
        Arrays.copyOfRange(textVectors, first, end));
  }

  /** Returns some images with their captions. */
  public Gallery only(int[] images) {
    int[] captionsOf =
        Arrays.stream(images)
            .flatMap(image -> IntStream.range(firstCaption[image], firstCaption[image + 1]))
            .toArray();
    int[] first = new int[images.length + 1];
    for (int i = 0; i < images.length; i++) {
      first[i + 1] = first[i] + firstCaption[images[i] + 1] - firstCaption[images[i]];
    }
    return new Gallery(
        Arrays.stream(images).mapToObj(keys::get).toList(),
        names,
        Arrays.stream(images).mapToObj(image -> imageVectors[image]).toArray(float[][]::new),
        Arrays.stream(captionsOf).mapToObj(captions::get).toList(),
        Arrays.stream(captionsOf).mapToObj(textKeys::get).toList(),
        IntStream.range(0, images.length)
            .flatMap(i -> IntStream.range(first[i], first[i + 1]).map(caption -> i))
            .toArray(),
        first,
        Arrays.stream(captionsOf).mapToObj(text -> textVectors[text]).toArray(float[][]::new));
  }
}
