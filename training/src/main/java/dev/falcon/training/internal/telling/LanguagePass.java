package dev.falcon.training.internal.telling;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.falcon.onnx.network.Blip2Language;
import dev.falcon.onnx.network.transformer.OptTransformer;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.internal.model.FirstValues;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.internal.tensor.engine.Ops;
import dev.falcon.training.internal.tensor.engine.StepMemory;
import dev.falcon.training.internal.tensor.engine.Torch;

/**
 * The passes of BLIP-2's second stage with any weights: images become what the language model is
 * shown, and it tells the tokens of the texts behind them.
 */
public final class LanguagePass {
  private final Stage2Config config;
  private final Blip2Language network;

  /** The passes of a network of these sizes. */
  public LanguagePass(Stage2Config config) {
    this.config = config;
    this.network = new Blip2Language(config.shape(), config.language());
  }

  /** The network's weights, of which the image encoder's and the language model's never learn. */
  public ParameterLayout layout(Initialisation initialisation) {
    ParameterLayout layout = new ParameterLayout();
    FirstValues declare = new FirstValues(layout, initialisation);
    network.declare(declare.atRate(0), declare);
    return layout;
  }

  /**
   * What the language model is shown of images [rows x queries x width].
   *
   * @param pixels normalised [rows x 3 x side x side]
   * @param dropout in the Q-Former
   */
  public NDArray prompts(Weights weights, NDArray pixels, float dropout) {
    NDManager memory = pixels.getManager();
    // No gradient flows into the image encoder, so that nothing of its pass is kept.
    NDArray encoded =
        StepMemory.within(
            memory,
            manager ->
                StepMemory.keep(network.vision().forward(weights.untrained(), pixels), memory));
    return network.prompts(weights, encoded, dropout);
  }

  private ShownTexts shown(NDArray prompts, long[][] texts) {
    return new ShownTexts(texts, (int) prompts.getShape().get(1), config.padding());
  }

  private NDArray read(Weights weights, NDArray prompts, ShownTexts texts) {
    NDManager memory = prompts.getManager();
    return network.read(
        weights, prompts, texts.ids(memory), texts.positions(memory), texts.mask(memory));
  }

  /**
   * Logits of every next token behind prompts and texts [rows x (queries + tokens) x vocabulary].
   *
   * @param texts of one length; padding may stand before and behind them
   */
  NDArray logits(Weights weights, NDArray prompts, long[][] texts) {
    return network.model().logits(weights, read(weights, prompts, shown(prompts, texts)));
  }

  /**
   * What is said of tokens, and what they are.
   *
   * @param logits of all tokens [told tokens x vocabulary]
   * @param labels the right ones
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Told(NDArray logits, long[] labels) {
    /** How many of them are the likeliest ones. */
    public int right() {
      long[] likeliest = logits.argMax(1).toLongArray();
      int right = 0;
      for (int i = 0; i < labels.length; i++) {
        right += likeliest[i] == labels[i] ? 1 : 0;
      }
      return right;
    }
  }

  /**
   * What the language model says of every token of texts; padding is left out.
   *
   * @param prompts of {@link #prompts}
   * @param texts of one length, padding behind them
   * @param given so many first tokens of each are not told
   */
  public Told told(Weights weights, NDArray prompts, long[][] texts, int given) {
    ShownTexts shown = shown(prompts, texts);
    ShownTexts.Told told = shown.told(given);
    return new Told(
        toldLogits(weights, network.model(), read(weights, prompts, shown), told), told.labels());
  }

  /**
   * Logits where a token is told [told tokens x vocabulary].
   *
   * @param read of {@link OptTransformer#forward}
   */
  public static NDArray toldLogits(
      Weights weights, OptTransformer model, NDArray read, ShownTexts.Told told) {
    NDArray all = read.reshape(new Shape(-1, read.getShape().get(2)));
    NDArray rows = Ops.rows(all, Torch.indices(read.getManager(), told.places()));
    return model.logits(weights, rows);
  }
}
