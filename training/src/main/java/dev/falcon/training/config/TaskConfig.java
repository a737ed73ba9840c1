package dev.falcon.training.config;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.falcon.training.config.internal.Checks;

/** What a checkpoint is fine-tuned for, and the task's own settings. */
@JsonTypeInfo(
    use = JsonTypeInfo.Id.NAME,
    include = JsonTypeInfo.As.EXISTING_PROPERTY,
    property = "name",
    visible = true)
@JsonSubTypes({
  @JsonSubTypes.Type(value = TaskConfig.Statements.class, name = TaskConfig.NLVR),
  @JsonSubTypes.Type(value = TaskConfig.Assignment.class, name = TaskConfig.ASSIGNMENT),
  @JsonSubTypes.Type(value = TaskConfig.Answers.class, name = TaskConfig.VQA),
  @JsonSubTypes.Type(value = TaskConfig.Language.class, name = TaskConfig.LANGUAGE)
})
public sealed interface TaskConfig {
  /** The name of {@link Statements}. */
  String NLVR = "nlvr";

  /** The name of {@link Assignment}. */
  String ASSIGNMENT = "assignment";

  /** The name of {@link Answers}. */
  String VQA = "vqa";

  /** The name of {@link Language}. */
  String LANGUAGE = "language";

  /** What it is called in the configuration. */
  String name();

  /** The framework of the checkpoint that it begins with. */
  @JsonIgnore
  default String framework() {
    return ModelConfig.ALBEF;
  }

  /**
   * Whether statements about several pictures are true (NLVR2).
   *
   * @param images of every statement
   */
  record Statements(String name, int images) implements TaskConfig {
    public Statements {
      Checks.atLeast("task.images", images, 1);
    }
  }

  /**
   * The step before NLVR2: to which of two pictures a caption belongs, or to none (Li et al., 2021,
   * section 5).
   */
  record Assignment(String name) implements TaskConfig {}

  /**
   * Answers to questions about a picture (VQA).
   *
   * @param answers a JSON list of the answers among which is chosen; empty for those of the
   *     training questions that occur often enough
   * @param fewest in how many training questions an answer must occur, where there is no list
   * @param candidates how many answers, by their first token, are scored whole
   * @param doubledFirst whether the first token's likelihood counts twice, as in ALBEF's own code;
   *     BLIP counts it once
   * @param singleWeight the weight of the only answer of a question, as Visual Genome's are
   */
  record Answers(
      String name,
      String answers,
      int fewest,
      int candidates,
      boolean doubledFirst,
      float singleWeight)
      implements TaskConfig {
    public Answers {
      Checks.atLeast("task.fewest", fewest, 1);
      Checks.atLeast("task.candidates", candidates, 1);
      Checks.inRange("task.single_weight", singleWeight, 0, 1);
    }
  }

  /**
   * Captions by a frozen language model behind BLIP-2's queries (Li et al., 2023, section 3.3).
   *
   * @param languageModel a folder of OPT or of a BLIP-2 with it; {@link #SCENES} for a small one
   *     that first reads captions of Scenes
   * @param prompt what captions begin with, which is not told; empty for nothing
   * @param scenes the small one
   */
  record Language(String name, String languageModel, String prompt, ScenesLanguage scenes)
      implements TaskConfig {
    /** The language model that is trained on captions of Scenes. */
    public static final String SCENES = "scenes";

    @Override
    public String framework() {
      return "blip2";
    }

    /** Whether the language model is trained on captions of Scenes. */
    @JsonIgnore
    public boolean generated() {
      return languageModel.equals(SCENES);
    }
  }

  /**
   * A small OPT, and how it reads captions before it is shown an image.
   *
   * @param width of a token
   * @param heads of attention
   * @param layers of the model
   * @param feedForward width within a layer
   * @param places the most tokens that it reads, those of an image counted
   * @param texts how many it reads, each of a scene that no pair shows
   * @param captions of a text, all true of its scene: later ones can be told from those before
   * @param steps of the optimiser
   * @param batchSize texts a step
   * @param learningRate the highest; a linear warm-up, then a cosine to a tenth
   * @param warmUp steps of the warm-up
   */
  record ScenesLanguage(
      int width,
      int heads,
      int layers,
      int feedForward,
      int places,
      int texts,
      int captions,
      int steps,
      int batchSize,
      double learningRate,
      int warmUp) {
    public ScenesLanguage {
      Checks.atLeast("task.scenes.width", width, 1);
      Checks.atLeast("task.scenes.heads", heads, 1);
      Checks.atLeast("task.scenes.layers", layers, 1);
      Checks.atLeast("task.scenes.feed_forward", feedForward, 1);
      Checks.atLeast("task.scenes.places", places, 32);
      Checks.atLeast("task.scenes.texts", texts, 1);
      Checks.atLeast("task.scenes.captions", captions, 1);
      Checks.atLeast("task.scenes.steps", steps, 1);
      Checks.atLeast("task.scenes.batch_size", batchSize, 1);
      Checks.inRange("task.scenes.learning_rate", learningRate, 0, 1);
      Checks.atLeast("task.scenes.warm_up", warmUp, 0);
    }
  }
}
