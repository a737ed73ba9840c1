package dev.falcon.onnx.network.shape;

/** The sizes of a network that was fine-tuned for a task: those of the one that it began as. */
interface TaskShape extends ModelShape {
  /** The network that it was fine-tuned from. */
  NetworkShape base();

  @Override
  default int imageSize() {
    return base().imageSize();
  }

  @Override
  default int vocabulary() {
    return base().vocabulary();
  }

  @Override
  default int maxTokens() {
    return base().maxTokens();
  }
}
