package dev.falcon.onnx.network.shape;

/** The sizes of a network that was fine-tuned for a task: those of the one that it began as. */
public sealed interface TaskShape extends ModelShape permits AnswerShape, StatementShape {
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
