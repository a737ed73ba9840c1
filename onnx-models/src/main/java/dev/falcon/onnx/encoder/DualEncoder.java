package dev.falcon.onnx.encoder;

import dev.falcon.data.FalconException;
import dev.falcon.data.store.Side;
import dev.falcon.onnx.session.Device;
import java.util.List;
import java.util.Optional;

/**
 * Two encoders with comparable vectors: of images and of texts, of texts on both sides, where
 * queries and corpus may have separate prompts, or one encoder of images on both sides.
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

  /** Images and texts. */
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
   * Texts on both sides.
   *
   * @param queries encoder of query texts
   * @param texts encoder of corpus texts; may share the graph
   */
  public static DualEncoder ofTexts(TextEncoder queries, TextEncoder texts) {
    return new DualEncoder(Optional.empty(), Optional.of(queries), Optional.of(texts));
  }

  /**
   * Images on both sides.
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

  /** The content of the two sides; empty for an image and a text. */
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

  /** The image encoder, which must exist. */
  public ImageEncoder images() {
    return images.orElseThrow(
        () -> new FalconException(texts().graph().file() + ": encodes texts, and no pictures"));
  }

  /** The encoder of query texts; where images are searched, that of captions. */
  public TextEncoder queries() {
    return queries.orElseGet(this::texts);
  }

  /** The encoder of captions and other corpus texts, which must exist. */
  public TextEncoder texts() {
    return texts.orElseThrow(
        () -> new FalconException(images().graph().file() + ": encodes pictures, and no texts"));
  }

  /** The length of a vector of either kind. */
  public int dimension() {
    return texts.map(TextEncoder::dimension).orElseGet(() -> images().dimension());
  }

  /** Number of vectors of an image; the most similar one counts. */
  public int perImage() {
    return images.map(ImageEncoder::perImage).orElse(1);
  }

  /** The device of the graphs. */
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
