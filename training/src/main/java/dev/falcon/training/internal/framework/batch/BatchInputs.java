package dev.falcon.training.internal.framework.batch;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.training.internal.input.text.Vocabulary;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.engine.Torch;

/**
 * A batch as tensors.
 *
 * @param rows the number of pairs
 * @param images normalised pixels [rows x 3 x size x size]
 * @param captions where each caption's tokens stand
 * @param tokens int64 [tokens], caption by caption
 * @param told what the generative loss is fed and tells
 * @param padded the captions on the Java side [rows x length]
 * @param again corrupts captions that an objective adds
 * @param frozen what frozen parts of the network make of the batch
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record BatchInputs(
    int rows,
    NDArray images,
    Sequences captions,
    NDArray tokens,
    GenerativeInputs told,
    long[][] padded,
    Corruption.Source again,
    FrozenStates frozen) {

  /**
   * Makes the tensors.
   *
   * @param pixels [rows x 3 x size x size]
   * @param captions [rows x length], padded
   * @param corruption of the captions
   * @param again corrupts captions that an objective adds
   */
  public static BatchInputs of(
      NDManager manager,
      float[] pixels,
      int imageSize,
      long[][] captions,
      Corruption corruption,
      Corruption.Source again,
      Vocabulary vocabulary) {
    int rows = captions.length;
    Sequences sequences = Sequences.of(manager, captions, vocabulary.padding());
    return new BatchInputs(
        rows,
        Torch.floats(manager, pixels, rows, 3, imageSize, imageSize),
        sequences,
        sequences.table(captions),
        GenerativeInputs.of(manager, sequences, corruption),
        captions,
        again,
        new FrozenStates());
  }
}
