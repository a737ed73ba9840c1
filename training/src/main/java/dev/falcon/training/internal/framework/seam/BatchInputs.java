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
 * @param images normalised pixels [rows x 3 x size x size]
 * @param captions the lengths of the captions
 * @param tokens int64 [tokens], caption by caption
 * @param predicted inputs and targets of the generative loss
 * @param padded the captions on the Java side [rows x length]
 * @param again corrupts the captions that an objective adds
 * @param frozen outputs of the network's frozen parts
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
   * @param pixels [rows x 3 x size x size]
   * @param captions [rows x length], padded
   * @param corruption of the captions
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
   * once for the losses before and after one.
   */
  public static final class FrozenStates {
    private NDArray states;

    /**
     * The states.
     *
     * @param batch the memory of the batch's tensors, which holds them
     * @param work computes them if they do not exist yet; without gradients
     */
    public NDArray of(NDManager batch, Supplier<NDArray> work) {
      if (states == null) {
        states = TensorScope.within(batch, manager -> TensorScope.keep(work.get(), batch));
      }
      return states;
    }
  }
}
