package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.model.Sequences;
import dev.falcon.training.internal.tensor.Torch;

/**
 * A batch as tensors.
 *
 * @param rows the number of pairs
 * @param images normalised pixels [rows x 3 x size x size]
 * @param captions where each caption's tokens stand
 * @param tokens int64 [tokens], caption by caption
 * @param maskedTokens the same, some hidden
 * @param hidden the hidden words, on the Java side
 * @param positions int64, where the hidden words stand among the tokens
 * @param targets int64, the hidden words
 */
public record BatchInputs(
    int rows,
    NDArray images,
    Sequences captions,
    NDArray tokens,
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
    int length = captions[0].length;
    Sequences sequences = Sequences.of(manager, captions, vocabulary.padding());
    int[] positions = new int[hidden.positions().length];
    for (int i = 0; i < positions.length; i++) {
      int place = hidden.positions()[i];
      positions[i] = sequences.token(place / length, place % length);
    }
    return new BatchInputs(
        rows,
        Torch.floats(manager, pixels, rows, 3, imageSize, imageSize),
        sequences,
        sequences.table(captions),
        sequences.table(hidden.tokens()),
        hidden,
        Torch.indices(manager, positions),
        Torch.indices(manager, hidden.targets()));
  }
}
