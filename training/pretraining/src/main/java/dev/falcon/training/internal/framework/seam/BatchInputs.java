// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.seam;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import java.util.function.Supplier;

/**
 * A batch as tensors.
 *
 * @param rows the number of pairs
 * @param images the normalised pixels [rows x 3 x size x size]
 * @param captions the layout of the captions
 * @param tokens the captions' tokens, caption by caption, int64 [tokens]
 * @param predicted the inputs and targets of the generative loss
 * @param padded the captions' tokens as a Java array [rows x length]
 * @param again corrupts the captions that an objective adds
 * @param frozen the outputs of the network's frozen parts
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record BatchInputs(
    int rows,
    NDArray images,
    Sequences captions,
    NDArray tokens,
    GenerativeInputs predicted,
    long[][] padded,
    Corruption.Source again,
    FrozenStates frozen) {

  /**
   * Creates the tensors.
   *
   * @param pixels the normalised pixels [rows x 3 x size x size]
   * @param captions the captions' tokens, padded [rows x length]
   * @param corruption the corruption of the captions
   * @param again corrupts the captions that an objective adds
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

  /**
   * The outputs of a network's frozen part for a batch. No step changes them, so they are computed
   * only once for the losses before and after a step.
   */
  public static final class FrozenStates {
    private NDArray states;

    /**
     * Returns the states.
     *
     * @param batch the memory of the batch's tensors, which then holds the states
     * @param work computes the states, without gradients, if they do not exist yet
     */
    public NDArray of(NDManager batch, Supplier<NDArray> work) {
      if (states == null) {
        states = TensorScope.within(batch, manager -> TensorScope.keep(work.get(), batch));
      }
      return states;
    }
  }
}
