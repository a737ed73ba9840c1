package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.falcon.training.internal.input.Captions;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.model.TextEncoder;
import dev.falcon.training.internal.tensor.Torch;

/**
 * A batch as tensors.
 *
 * @param rows the number of pairs
 * @param images normalised pixels [rows x 3 x size x size]
 * @param tokens int64 [rows x length]
 * @param mask of the captions [rows x 1 x 1 x length]
 * @param maskedTokens int64 [rows x length], some hidden
 * @param hidden the hidden words, on the Java side
 * @param positions int64, of the hidden words among rows * length
 * @param targets int64, the hidden words
 */
public record BatchInputs(
    int rows,
    NDArray images,
    NDArray tokens,
    NDArray mask,
    NDArray maskedTokens,
    MaskedTokens hidden,
    NDArray positions,
    NDArray targets) {

  /**
   * Makes the tensors.
   *
   * @param pixels [rows x 3 x size x size]
   * @param captions [rows x length], padded
   */
  public static BatchInputs of(
      NDManager manager,
      float[] pixels,
      int imageSize,
      long[][] captions,
      MaskedTokens hidden,
      Vocabulary vocabulary) {
    int rows = captions.length;
    Shape shape = new Shape(rows, captions[0].length);
    return new BatchInputs(
        rows,
        Torch.copyOf(manager, pixels, rows, 3, imageSize, imageSize),
        manager.create(Captions.flat(captions), shape),
        TextEncoder.mask(manager, captions, vocabulary.padding()),
        manager.create(Captions.flat(hidden.tokens()), shape),
        hidden,
        Torch.indices(manager, hidden.positions()),
        manager.create(hidden.targets()));
  }
}
