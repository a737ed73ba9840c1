// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.encoder;

import dev.falcon.data.FalconException;
import dev.falcon.data.store.Side;
import dev.falcon.onnx.session.Device;
import java.util.List;
import java.util.Optional;

/**
 * The encoders of the two sides of a pair, whose vectors can be compared: one of images and one of
 * texts; or two of texts, for which queries and corpus texts may have different prompts; or one
 * encoder of images for both sides.
 */
public final class DualEncoder implements AutoCloseable {
  private final Optional<ImageEncoder> images;
  private final Optional<TextEncoder> queries;
  private final Optional<TextEncoder> texts;

  private DualEncoder(
      Optional<ImageEncoder> images, Optional<TextEncoder> queries, Optional<TextEncoder> texts) {
    this.images = images;
    this.queries = queries;
    this.texts = texts;
  }

  /** Creates a dual encoder of images and texts. */
  public DualEncoder(ImageEncoder images, TextEncoder texts) {
    this(Optional.of(images), Optional.empty(), Optional.of(texts));
    if (images.dimension() != texts.dimension()) {
      throw new FalconException(
          images.graph().file()
              + ": gives vectors of "
              + images.dimension()
              + " numbers, and "
              + texts.graph().file()
              + " of "
              + texts.dimension()
              + "; the two are not of one model");
    }
  }

  /**
   * Returns a dual encoder of texts on both sides.
   *
   * @param queries the encoder of query texts
   * @param texts the encoder of corpus texts; may share the graph of {@code queries}
   */
  public static DualEncoder ofTexts(TextEncoder queries, TextEncoder texts) {
    return new DualEncoder(Optional.empty(), Optional.of(queries), Optional.of(texts));
  }

  /**
   * Returns a dual encoder of images on both sides.
   *
   * @throws FalconException if the encoder gives several vectors per image
   */
  public static DualEncoder ofImages(ImageEncoder images) {
    if (images.perImage() > 1) {
      throw new FalconException(
          images.graph().file()
              + ": gives "
              + images.perImage()
              + " vectors per image; a store of pairs of images has one");
    }
    return new DualEncoder(Optional.of(images), Optional.empty(), Optional.empty());
  }

  /** Returns the kinds of content of the two sides; empty for an image and a text. */
  public Optional<List<Side>> sides() {
    if (isOfTexts()) {
      return Optional.of(Side.TEXTS);
    }
    return texts.isEmpty() ? Optional.of(Side.IMAGES) : Optional.empty();
  }

  /** Returns whether both sides are texts. */
  public boolean isOfTexts() {
    return images.isEmpty();
  }

  /** Returns the image encoder, which must exist. */
  public ImageEncoder images() {
    return images.orElseThrow(
        () -> new FalconException(texts().graph().file() + ": encodes texts, and no pictures"));
  }

  /**
   * Returns the encoder of query texts; for a search of images, this is the encoder of captions.
   */
  public TextEncoder queries() {
    return queries.orElseGet(this::texts);
  }

  /** Returns the encoder of captions and other corpus texts, which must exist. */
  public TextEncoder texts() {
    return texts.orElseThrow(
        () -> new FalconException(images().graph().file() + ": encodes pictures, and no texts"));
  }

  /** Returns the length of a vector, which is the same for both sides. */
  public int dimension() {
    return texts.map(TextEncoder::dimension).orElseGet(() -> images().dimension());
  }

  /** Returns the number of vectors per image; the most similar one counts. */
  public int perImage() {
    return images.map(ImageEncoder::perImage).orElse(1);
  }

  /** Returns the device of the graphs. */
  public Device device() {
    return images.map(ImageEncoder::graph).orElseGet(() -> texts().graph()).device();
  }

  @Override
  public void close() {
    images.ifPresent(ImageEncoder::close);
    queries.ifPresent(TextEncoder::close);
    texts.ifPresent(TextEncoder::close);
  }
}
