// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.seam;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Torch;
import java.util.Arrays;

/**
 * A corruption as tensors.
 *
 * @param tokens the corrupted tokens, caption by caption, int64 [tokens]
 * @param positions the indices of the predicted tokens, int64 [predicted tokens]
 * @param targets the correct tokens at these positions, int64 [predicted tokens]
 * @param rows the caption of each predicted token, as a Java array
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record GenerativeInputs(NDArray tokens, NDArray positions, NDArray targets, int[] rows) {
  /**
   * Creates the tensors.
   *
   * @param captions the layout of the corrupted captions
   */
  public static GenerativeInputs of(NDManager manager, Sequences captions, Corruption corruption) {
    int length = corruption.tokens()[0].length;
    int[] positions = new int[corruption.positions().length];
    for (int i = 0; i < positions.length; i++) {
      int place = corruption.positions()[i];
      positions[i] = captions.token(place / length, place % length);
    }
    return new GenerativeInputs(
        captions.table(corruption.tokens()),
        Torch.indices(manager, positions),
        Torch.indices(manager, corruption.targets()),
        corruption.rows());
  }

  /**
   * Returns the inputs for the captions from one number (inclusive) to another (exclusive).
   *
   * @param captions the layout of all captions
   */
  public GenerativeInputs part(Sequences captions, int from, int to) {
    if (from == 0 && to == captions.rows()) {
      return this;
    }
    int first = (int) Arrays.stream(rows).filter(row -> row < from).count();
    int end = (int) Arrays.stream(rows).filter(row -> row < to).count();
    String range = first + ":" + end;
    NDArray before = Torch.indices(tokens.getManager(), new long[] {captions.token(from, 0)});
    return new GenerativeInputs(
        captions.part(tokens, from, to),
        positions.get(range).sub(before),
        targets.get(range),
        Arrays.copyOfRange(rows, first, end));
  }

  /** Returns whether no token is predicted. */
  public boolean empty() {
    return rows.length == 0;
  }
}
