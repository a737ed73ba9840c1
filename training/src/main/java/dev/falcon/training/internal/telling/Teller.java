package dev.falcon.training.internal.telling;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.internal.tensor.engine.StepMemory;
import dev.falcon.training.internal.tensor.engine.Torch;
import dev.falcon.training.telling.request.TellingSettings;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * BLIP-2's second stage with its weights. Every token that is told costs a pass over the text so
 * far: nothing of a pass is kept for the next.
 */
public final class Teller implements AutoCloseable {
  private final Stage2Config config;
  private final LanguagePass pass;
  private final NDManager manager;
  private final Weights weights;

  private Teller(Stage2Config config, NDManager manager, Weights weights) {
    this.config = config;
    this.pass = new LanguagePass(config);
    this.manager = manager;
    this.weights = weights;
  }

  /**
   * Opens a network.
   *
   * @param weights what {@link dev.falcon.training.internal.store.SafeTensors#open} takes
   */
  public static Teller open(Torch torch, Stage2Config config, Path weights) {
    NDManager manager = torch.manager().newSubManager();
    return new Teller(config, manager, Stage2Weights.read(manager, config, weights));
  }

  /**
   * What the language model is shown of images [rows x queries x width].
   *
   * @param pixels normalised [rows x 3 x side x side]
   */
  NDArray prompts(NDArray pixels) {
    return pass.prompts(weights, pixels, 0);
  }

  /** As {@link LanguagePass#logits}. */
  NDArray logits(NDArray prompts, long[][] texts) {
    return pass.logits(weights, prompts, texts);
  }

  /**
   * Goes on behind an image and a prompt's text.
   *
   * @param pixels of the image, normalised [3 x side x side]
   * @param text tokens of the prompt, at least one
   */
  public BeamSearch.Text tell(float[] pixels, long[] text, TellingSettings settings) {
    int side = config.shape().imageSize();
    try (StepMemory memory = StepMemory.open(manager)) {
      NDArray prompt = prompts(Torch.floats(memory.manager(), pixels, 1, 3, side, side));
      return new BeamSearch(settings, config.end())
          .search(texts -> StepMemory.within(memory.manager(), m -> next(prompt, text, texts)));
    }
  }

  /** Logits of what follows each of some texts. */
  private float[][] next(NDArray prompt, long[] given, List<int[]> texts) {
    long[][] rows = new long[texts.size()][];
    for (int row = 0; row < rows.length; row++) {
      int[] told = texts.get(row);
      rows[row] = Arrays.copyOf(given, given.length + told.length);
      for (int i = 0; i < told.length; i++) {
        rows[row][given.length + i] = told[i];
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
