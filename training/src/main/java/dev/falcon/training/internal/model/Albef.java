package dev.falcon.training.internal.model;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.StepMemory;
import dev.falcon.training.internal.tensor.Weights;

/**
 * ALBEF's network (Li et al., 2021): two encoders whose first tokens meet in a contrastive space,
 * and a fusion encoder that judges pairs and fills masked words. It holds no values: every call is
 * given the weights.
 */
public final class Albef {
  /** The learned temperature, one value. */
  public static final String TEMPERATURE = "temperature";

  private static final String IMAGE_PROJECTION = "vision_projection";
  private static final String TEXT_PROJECTION = "text_projection";
  private static final String MATCH_HEAD = "itm_head";
  private static final String WORD_TRANSFORM = "mlm_head.transform.dense";
  private static final String WORD_NORM = "mlm_head.transform.LayerNorm";
  private static final String WORD_BIAS = "mlm_head.bias";

  private final ModelConfig config;
  private final VisionEncoder vision;
  private final TextEncoder text;
  private final FusionEncoder fusion;
  private final ParameterLayout layout = new ParameterLayout();

  /** The network of a configuration, over a vocabulary of so many tokens. */
  public Albef(ModelConfig config, int vocabulary) {
    this.config = config;
    this.vision = new VisionEncoder(config);
    this.text = new TextEncoder(config, vocabulary);
    this.fusion = new FusionEncoder(config);
    Declarations declare = new Declarations(layout, config.initialisation());
    vision.declare(declare);
    text.declare(declare);
    fusion.declare(declare);
    int width = config.text().width();
    declare.head(IMAGE_PROJECTION, config.vision().width(), config.projection());
    declare.head(TEXT_PROJECTION, width, config.projection());
    declare.head(MATCH_HEAD, width, 2);
    declare.linear(WORD_TRANSFORM, width, width);
    declare.layerNorm(WORD_NORM, width);
    declare.constant(WORD_BIAS, 0, vocabulary);
    declare.constant(TEMPERATURE, config.temperature().initial());
  }

  public ModelConfig config() {
    return config;
  }

  public ParameterLayout layout() {
    return layout;
  }

  public VisionEncoder vision() {
    return vision;
  }

  public TextEncoder text() {
    return text;
  }

  public FusionEncoder fusion() {
    return fusion;
  }

  /** Contrastive vectors of unit length; image tokens to [rows x projection]. */
  public NDArray imageVectors(Weights weights, NDArray imageTokens) {
    return Ops.normalise(weights.linear(Ops.firstToken(imageTokens), IMAGE_PROJECTION));
  }

  /** Contrastive vectors of unit length; the captions' first tokens to [rows x projection]. */
  public NDArray textVectors(Weights weights, NDArray firsts) {
    return Ops.normalise(weights.linear(firsts, TEXT_PROJECTION));
  }

  /** Logits of (no match, match) from the fusion's first tokens; [rows x 2]. */
  public NDArray matchLogits(Weights weights, NDArray firsts) {
    return weights.linear(firsts, MATCH_HEAD);
  }

  /**
   * Logits over the vocabulary at some tokens of the fusion; [tokens x width] to [tokens x words].
   */
  public NDArray wordLogits(Weights weights, NDArray tokens) {
    NDArray hidden = Ops.gelu(weights.linear(tokens, WORD_TRANSFORM));
    NDArray normed = weights.layerNorm(hidden, WORD_NORM, config.text().normEpsilon());
    return Ops.linear(normed, weights.get(TextEncoder.WORDS), weights.get(WORD_BIAS));
  }

  /** Brings the temperature back into its range, as ALBEF does before every forward pass. */
  public void clampTemperature(Parameters parameters) {
    try (StepMemory memory = StepMemory.open(parameters.manager())) {
      NDArray temperature = parameters.untrained().get(TEMPERATURE);
      float value = temperature.toFloatArray()[0];
      float clamped =
          Math.max(config.temperature().lowest(), Math.min(config.temperature().highest(), value));
      if (clamped != value) {
        temperature.subi(temperature).addi(Ops.scalar(memory.manager(), clamped));
      }
    }
  }
}
