package dev.falcon.onnx.encoder;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.session.Device;
import java.util.Optional;

/**
 * Two encoders with comparable vectors: of images and of texts, or of texts on both sides, where
 * queries and corpus may have separate prompts.
 */
public final class DualEncoder implements AutoCloseable {
  private final Optional<ImageEncoder> images;
  private final Optional<TextEncoder> queries;
  private final TextEncoder texts;

  private DualEncoder(
      Optional<ImageEncoder> images, Optional<TextEncoder> queries, TextEncoder texts) {
    this.images = images;
    this.queries = queries;
    this.texts = texts;
  }

  /** Images and texts. */
  public DualEncoder(ImageEncoder images, TextEncoder texts) {
    this(Optional.of(images), Optional.empty(), texts);
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
    return new DualEncoder(Optional.empty(), Optional.of(queries), texts);
  }

  /** Returns whether both sides are texts. */
  public boolean isOfTexts() {
    return images.isEmpty();
  }

  /** The image encoder, which must exist. */
  public ImageEncoder images() {
    return images.orElseThrow(
        () -> new FalconException(texts.graph().file() + ": encodes texts, and no pictures"));
  }

  /** The encoder of query texts; where images are searched, that of captions. */
  public TextEncoder queries() {
    return queries.orElse(texts);
  }

  /** The encoder of captions and other corpus texts. */
  public TextEncoder texts() {
    return texts;
  }

  /** The length of a vector of either kind. */
  public int dimension() {
    return texts.dimension();
  }

  /** Number of vectors of an image; the most similar one counts. */
  public int perImage() {
    return images.map(ImageEncoder::perImage).orElse(1);
  }

  /** The device of the graphs. */
  public Device device() {
    return images.map(ImageEncoder::graph).orElse(texts.graph()).device();
  }

  @Override
  public void close() {
    images.ifPresent(ImageEncoder::close);
    queries.ifPresent(TextEncoder::close);
    texts.close();
  }
}
