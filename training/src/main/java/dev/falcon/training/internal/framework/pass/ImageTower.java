package dev.falcon.training.internal.framework.pass;

import ai.djl.ndarray.NDArray;
import dev.falcon.onnx.network.algebra.Declarations;
import dev.falcon.training.internal.tensor.Weights;

/** A framework's image encoder alone, as a warm start trains it. */
public interface ImageTower {
  /** Declares its parameters, under the names that they have in the whole network. */
  void declare(Declarations declare);

  /** Looks at images [rows x 3 x size x size]. */
  Seen see(Weights weights, NDArray images);

  /**
   * What it sees.
   *
   * @param patches [rows x patches x width], the width model.vision.width
   * @param whole [rows x width]
   */
  record Seen(NDArray patches, NDArray whole) {
    /** Of tokens whose first stands for the whole image [rows x (1 + patches) x width]. */
    public static Seen of(NDArray tokens) {
      return new Seen(tokens.get(":,1:"), tokens.get(":,0"));
    }
  }
}
