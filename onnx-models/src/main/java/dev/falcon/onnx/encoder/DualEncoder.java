package dev.falcon.onnx.encoder;

import dev.falcon.data.FalconException;

/** An image and a text encoder whose vectors are compared with each other. */
public final class DualEncoder implements AutoCloseable {
  private final ImageEncoder images;
  private final TextEncoder texts;

  public DualEncoder(ImageEncoder images, TextEncoder texts) {
    this.images = images;
    this.texts = texts;
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

  /** Pictures to vectors. */
  public ImageEncoder images() {
    return images;
  }

  /** Captions to vectors. */
  public TextEncoder texts() {
    return texts;
  }

  /** The length of a vector of either kind. */
  public int dimension() {
    return images.dimension();
  }

  /** How many vectors an image has; the most similar one stands for it. */
  public int perImage() {
    return images.perImage();
  }

  @Override
  public void close() {
    images.close();
    texts.close();
  }
}
