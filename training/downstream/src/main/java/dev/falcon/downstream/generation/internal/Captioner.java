// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation.internal;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.falcon.downstream.generation.GenerationSettings;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * BLIP-2's second stage with its weights. Every generated token costs a pass over the whole text so
 * far, since keys and values are not cached.
 */
public final class Captioner implements AutoCloseable {
  private final Stage2Config config;
  private final LanguagePass pass;
  private final NDManager manager;
  private final Weights weights;

  private Captioner(Stage2Config config, NDManager manager, Weights weights) {
    this.config = config;
    this.pass = new LanguagePass(config);
    this.manager = manager;
    this.weights = weights;
  }

  /**
   * Opens a network.
   *
   * @param weights a path that {@link dev.falcon.training.internal.store.SafeTensors#open} accepts
   */
  public static Captioner open(Torch torch, Stage2Config config, Path weights) {
    NDManager manager = torch.manager().newSubManager();
    return new Captioner(config, manager, Stage2Weights.read(manager, config, weights));
  }

  /**
   * Returns the language model's inputs for images [rows x queries x width].
   *
   * @param pixels the normalised pixels [rows x 3 x side x side]
   */
  NDArray prompts(NDArray pixels) {
    return pass.prompts(weights, pixels, 0);
  }

  /** See {@link LanguagePass#logits}. */
  NDArray logits(NDArray prompts, long[][] texts) {
    return pass.logits(weights, prompts, texts);
  }

  /**
   * Generates a text after an image and a prompt.
   *
   * @param pixels the normalised pixels of the image [3 x side x side]
   * @param text the tokens of the prompt, at least one
   */
  public BeamSearch.Text generate(float[] pixels, long[] text, GenerationSettings settings) {
    int side = config.shape().imageSize();
    try (TensorScope memory = TensorScope.open(manager)) {
      NDArray prompt = prompts(Torch.floats(memory.manager(), pixels, 1, 3, side, side));
      return new BeamSearch(settings, config.end())
          .search(texts -> TensorScope.within(memory.manager(), m -> next(prompt, text, texts)));
    }
  }

  /** Returns the logits of the next token after each of several texts. */
  private float[][] next(NDArray prompt, long[] given, List<int[]> texts) {
    long[][] rows = new long[texts.size()][];
    for (int row = 0; row < rows.length; row++) {
      int[] predicted = texts.get(row);
      rows[row] = Arrays.copyOf(given, given.length + predicted.length);
      for (int i = 0; i < predicted.length; i++) {
        rows[row][given.length + i] = predicted[i];
      }
    }
    Shape shape = prompt.getShape();
    NDArray prompts = prompt.broadcast(new Shape(rows.length, shape.get(1), shape.get(2)));
    NDArray all = logits(prompts, rows);
    float[] last = all.get(":," + (all.getShape().get(1) - 1)).toFloatArray();
    int vocabulary = config.language().vocabulary();
    float[][] logits = new float[rows.length][];
    for (int row = 0; row < rows.length; row++) {
      logits[row] = Arrays.copyOfRange(last, row * vocabulary, (row + 1) * vocabulary);
    }
    return logits;
  }

  @Override
  public void close() {
    manager.close();
  }
}
