package dev.falcon.training.config.method;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.falcon.data.RequestException;
import dev.falcon.training.config.internal.Checks;
import java.util.Optional;

/**
 * Which objective is trained with, and its own settings: {@code objective.loss}. The resource
 * {@code loss-NAME.yaml} has the settings' defaults.
 */
@JsonTypeInfo(
    use = JsonTypeInfo.Id.NAME,
    include = JsonTypeInfo.As.EXISTING_PROPERTY,
    property = "name",
    visible = true)
@JsonSubTypes({
  @JsonSubTypes.Type(value = LossConfig.InBatch.class, name = LossConfig.IN_BATCH),
  @JsonSubTypes.Type(value = LossConfig.Momentum.class, name = LossConfig.MOMENTUM),
  @JsonSubTypes.Type(value = LossConfig.ImageIds.class, name = LossConfig.IMAGE_IDS),
  @JsonSubTypes.Type(value = LossConfig.Mafa.class, name = "mafa"),
  @JsonSubTypes.Type(value = LossConfig.HnNce.class, name = "hn-nce"),
  @JsonSubTypes.Type(value = LossConfig.Srcl.class, name = "srcl"),
  @JsonSubTypes.Type(value = LossConfig.Debiased.class, name = "debiased"),
  @JsonSubTypes.Type(value = LossConfig.Hcl.class, name = "hcl"),
  @JsonSubTypes.Type(value = LossConfig.CyClip.class, name = "cyclip"),
  @JsonSubTypes.Type(value = LossConfig.Soft.class, name = "soft"),
  @JsonSubTypes.Type(value = LossConfig.Gist.class, name = "gist"),
  @JsonSubTypes.Type(value = LossConfig.Fff.class, name = "fff"),
  @JsonSubTypes.Type(value = LossConfig.Softmax.class, name = "softmax"),
  @JsonSubTypes.Type(value = LossConfig.Sigmoid.class, name = "sigmoid")
})
public sealed interface LossConfig {
  /** The name of {@link InBatch}. */
  String IN_BATCH = "in-batch";

  /** The name of {@link Momentum}. */
  String MOMENTUM = "momentum";

  /** The name of {@link ImageIds}. */
  String IMAGE_IDS = "image-ids";

  /** What it is called in the configuration. */
  String name();

  /** What of its framework it cannot do without. */
  default Optional<FrameworkTrait> needs() {
    return Optional.empty();
  }

  /** Whether earlier pairs wait in a queue: {@code objective.momentum}. */
  default boolean queues() {
    return needs().equals(Optional.of(FrameworkTrait.QUEUE));
  }

  /** GRIT-VLP's contrast within the batch, with {@code objective.consistency}. */
  record InBatch(String name) implements LossConfig {}

  /** ALBEF's momentum network and queue, with {@code objective.momentum}. */
  record Momentum(String name) implements LossConfig {
    @Override
    public Optional<FrameworkTrait> needs() {
      return Optional.of(FrameworkTrait.QUEUE);
    }
  }

  /**
   * ALBEF's fine-tuning for retrieval: as {@link Momentum}, but every caption of an image matches
   * it, in this batch and in the queue; with {@code objective.momentum}.
   */
  record ImageIds(String name) implements LossConfig {
    @Override
    public Optional<FrameworkTrait> needs() {
      return Optional.of(FrameworkTrait.QUEUE);
    }
  }

  /**
   * MAFA: a judge looks at the hardest pairs of a batch; those that it takes for matches become
   * matches in contrast, matching and words.
   *
   * @param judge {@code truth} (generated pairs only), {@code same-image}, a checkpoint of Falcon's
   *     or a run's folder, or a model folder with a matching model
   * @param low scores below it leave a pair a negative
   * @param high scores above it make a pair a match; between, the second hardest is the negative
   * @param smoothing how much of contrast's targets is spread over the batch
   * @param smoothedFrom the epoch from which it is, counted from 0
   */
  record Mafa(String name, String judge, float low, float high, float smoothing, int smoothedFrom)
      implements LossConfig {
    /** The judge that knows which captions are true. */
    public static final String TRUTH = "truth";

    /** The judge that knows which pairs share an image. */
    public static final String SAME_IMAGE = "same-image";

    public Mafa {
      requirePath("objective.loss.judge", judge);
      Checks.inRange("objective.loss.low", low, 0, 1);
      Checks.inRange("objective.loss.high", high, 0, 1);
      if (low > high) {
        throw new RequestException(
            "objective.loss.low must not exceed objective.loss.high; low="
                + low
                + ", high="
                + high);
      }
      Checks.inRange("objective.loss.smoothing", smoothing, 0, 1);
      Checks.atLeast("objective.loss.smoothed_from", smoothedFrom, 0);
    }
  }

  /**
   * DiHT's contrast: negatives weigh the more the harder they are.
   *
   * @param alpha the own pair's weight in the denominator
   * @param beta how much hardness counts; 0 for not at all
   */
  record HnNce(String name, float alpha, float beta) implements LossConfig {
    public HnNce {
      if (!(alpha > 0)) {
        throw new RequestException("objective.loss.alpha must be above 0; alpha=" + alpha);
      }
      Checks.inRange("objective.loss.alpha", alpha, 0, 1);
      Checks.inRange("objective.loss.beta", beta, 0, 100);
    }
  }

  /**
   * SRCL's contrast: negatives weigh the less the more a frozen model, and ever more the learner,
   * finds them similar.
   *
   * @param estimate the frozen model: a checkpoint of Falcon's or a run's folder, of the same data
   * @param sharpness what cosines are multiplied by before their exponential is taken
   * @param mixing the frozen model's weight in the first step
   * @param mixingAtEnd its weight in the last; between, it changes linearly
   */
  record Srcl(String name, String estimate, float sharpness, float mixing, float mixingAtEnd)
      implements LossConfig {
    public Srcl {
      requirePath("objective.loss.estimate", estimate);
      Checks.inRange("objective.loss.sharpness", sharpness, 0, 100);
      Checks.inRange("objective.loss.mixing", mixing, 0, 1);
      Checks.inRange("objective.loss.mixing_at_end", mixingAtEnd, 0, 1);
    }

    @Override
    public Optional<FrameworkTrait> needs() {
      return Optional.of(FrameworkTrait.ONE_VECTOR);
    }
  }

  /**
   * The debiased contrastive loss.
   *
   * @param prior the chance of a negative to be a match
   */
  record Debiased(String name, float prior) implements LossConfig {
    public Debiased {
      requirePrior(prior);
    }
  }

  /**
   * HCL: the debiased loss with harder negatives weighing more.
   *
   * @param prior the chance of a negative to be a match
   * @param beta how much hardness counts
   */
  record Hcl(String name, float prior, float beta) implements LossConfig {
    public Hcl {
      requirePrior(prior);
      Checks.inRange("objective.loss.beta", beta, 0, 100);
    }
  }

  /**
   * CyCLIP: contrast with two terms that make the geometry consistent.
   *
   * @param withinModality weight of images' cosines being captions'
   * @param acrossModalities weight of cosines being symmetric
   */
  record CyClip(String name, float withinModality, float acrossModalities) implements LossConfig {
    public CyClip {
      Checks.inRange("objective.loss.within_modality", withinModality, 0, 1000);
      Checks.inRange("objective.loss.across_modalities", acrossModalities, 0, 1000);
    }

    @Override
    public Optional<FrameworkTrait> needs() {
      return Optional.of(FrameworkTrait.ONE_VECTOR);
    }
  }

  /**
   * Contrast towards softened targets.
   *
   * @param weight of what is believed in the targets
   * @param belief where it comes from
   */
  record Soft(String name, float weight, SoftBelief belief) implements LossConfig {
    public Soft {
      Checks.inRange("objective.loss.weight", weight, 0, 1);
    }

    @Override
    public Optional<FrameworkTrait> needs() {
      return belief == SoftBelief.WITHIN_MODALITY || belief == SoftBelief.MOMENTUM
          ? Optional.of(FrameworkTrait.ONE_VECTOR)
          : Optional.empty();
    }
  }

  /** Where softened targets come from. */
  enum SoftBelief {
    /** The same row in the other direction (GRIT-VLP). */
    @JsonProperty("other-direction")
    OTHER_DIRECTION,
    /** Everything alike (MAFA's S-ITC). */
    @JsonProperty("uniform")
    UNIFORM,
    /** Images' similarity to images, captions' to captions (SoftCLIP). */
    @JsonProperty("within-modality")
    WITHIN_MODALITY,
    /** A network that follows the learner, with {@code objective.momentum.decay} (ALBEF). */
    @JsonProperty("momentum")
    MOMENTUM
  }

  /**
   * GIST: contrast without the negatives that a frozen guide finds too similar.
   *
   * @param guide a checkpoint of Falcon's or a run's folder
   * @param absoluteMargin how far below its own pair a negative must stay
   * @param relativeMargin the same as a part of the own pair's cosine
   */
  record Gist(String name, String guide, float absoluteMargin, float relativeMargin)
      implements LossConfig {
    public Gist {
      requirePath("objective.loss.guide", guide);
      Checks.inRange("objective.loss.absolute_margin", absoluteMargin, 0, 2);
      Checks.inRange("objective.loss.relative_margin", relativeMargin, 0, 1);
    }

    @Override
    public Optional<FrameworkTrait> needs() {
      return Optional.of(FrameworkTrait.ONE_VECTOR);
    }
  }

  /**
   * FFF: a sigmoid for every pair, and many positives.
   *
   * @param guide whose cosines find them: a checkpoint of Falcon's or a run's folder; {@code
   *     learner} for the network that is trained
   * @param across positives are pairs whose cosine across modalities is above it,
   * @param images or whose images' cosine is above it,
   * @param texts or whose captions' cosine is above it,
   * @param lower the latter two only where the cosine across modalities is above this
   * @param bias added to the logits, which are cosines over the temperature
   */
  record Fff(
      String name, String guide, float across, float images, float texts, float lower, float bias)
      implements LossConfig {
    /** The network that is trained as its own guide. */
    public static final String LEARNER = "learner";

    public Fff {
      requirePath("objective.loss.guide", guide);
      if (!(lower <= across)) {
        throw new RequestException(
            "objective.loss.lower must not exceed objective.loss.across; lower="
                + lower
                + ", across="
                + across);
      }
      Checks.inRange("objective.loss.bias", bias, -1000, 1000);
    }

    @Override
    public Optional<FrameworkTrait> needs() {
      return Optional.of(FrameworkTrait.ONE_VECTOR);
    }
  }

  private static void requirePrior(float prior) {
    if (!(prior >= 0 && prior < 1)) {
      throw new RequestException("objective.loss.prior must be in [0, 1); prior=" + prior);
    }
  }

  private static void requirePath(String key, String value) {
    if (value.isBlank()) {
      throw new RequestException(key + " must be named: it has no default");
    }
  }

  /** CLIP's contrast within the batch, gradients through both sides; no pairs are matched. */
  record Softmax(String name) implements LossConfig {}

  /** SigLIP's contrast, which judges each pair of the batch alone; no pairs are matched. */
  record Sigmoid(String name) implements LossConfig {
    @Override
    public Optional<FrameworkTrait> needs() {
      return Optional.of(FrameworkTrait.BIAS);
    }
  }
}
