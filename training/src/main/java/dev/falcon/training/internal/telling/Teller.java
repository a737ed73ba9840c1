package dev.falcon.training.internal.telling;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.falcon.onnx.network.Blip2Language;
import dev.falcon.onnx.network.block.PaddedTokens;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.internal.tensor.engine.Ops;
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
  private final Blip2Language network;
  private final NDManager manager;
  private final Weights weights;

  private Teller(Stage2Config config, Blip2Language network, NDManager manager, Weights weights) {
    this.config = config;
    this.network = network;
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
    Blip2Language network = new Blip2Language(config.shape(), config.language());
    return new Teller(config, network, manager, Stage2Weights.read(manager, network, weights));
  }

  /**
   * What the language model is shown of images [rows x queries x width].
   *
   * @param pixels normalised [rows x 3 x side x side]
   */
  NDArray prompts(NDArray pixels) {
    return network.prompts(weights, pixels);
  }

  /**
   * Logits of every next token behind prompts and texts [rows x (queries + tokens) x vocabulary].
   *
   * @param texts of one length; padding may stand before and behind them
   */
  NDArray logits(NDArray prompts, long[][] texts) {
    NDManager memory = prompts.getManager();
    int queries = (int) prompts.getShape().get(1);
    int rows = texts.length;
    int length = queries + texts[0].length;
    long[] ids = Arrays.stream(texts).flatMapToLong(Arrays::stream).toArray();
    long[] positions = new long[rows * length];
    float[] mask = new float[rows * length * length];
    for (int row = 0; row < rows; row++) {
      boolean[] shown = new boolean[length];
      int seen = 0;
      for (int place = 0; place < length; place++) {
        shown[place] = place < queries || texts[row][place - queries] != config.padding();
        seen += shown[place] ? 1 : 0;
        // Padding has the place before the first, as in OPT's own class.
        positions[row * length + place] = shown[place] ? seen + 1 : 1;
      }
      for (int from = 0; from < length; from++) {
        for (int to = 0; to < length; to++) {
          mask[(row * length + from) * length + to] =
              to <= from && shown[to] ? 0 : PaddedTokens.HIDDEN;
        }
      }
    }
    NDArray read =
        network.read(
            weights,
            prompts,
            Torch.indices(memory, ids).reshape(rows, texts[0].length),
            Torch.indices(memory, positions).reshape(rows, length),
            Torch.floats(memory, mask, rows, 1, length, length));
    return network.model().logits(weights, read);
  }

  /**
   * The language loss: the mean cross-entropy of every token of the texts, padding left out.
   *
   * @param texts of one length, padding behind them
   */
  double loss(NDArray prompts, long[][] texts) {
    int queries = (int) prompts.getShape().get(1);
    int vocabulary = config.language().vocabulary();
    int length = queries + texts[0].length;
    NDArray all = logits(prompts, texts).reshape(new Shape(-1, vocabulary)).logSoftmax(-1);
    int[] places = new int[texts.length * texts[0].length];
    long[] told = new long[places.length];
    int count = 0;
    for (int row = 0; row < texts.length; row++) {
      for (int place = 0; place < texts[row].length; place++) {
        if (texts[row][place] != config.padding()) {
          places[count] = row * length + queries + place - 1; // told by the token before it
          told[count++] = texts[row][place];
        }
      }
    }
    NDManager memory = prompts.getManager();
    NDArray rows = Ops.rows(all, Torch.indices(memory, Arrays.copyOf(places, count)));
    NDArray right = Torch.indices(memory, Arrays.copyOf(told, count)).expandDims(1);
    return -rows.gather(right, 1).mean().getFloat();
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
