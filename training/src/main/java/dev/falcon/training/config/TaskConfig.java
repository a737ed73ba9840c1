package dev.falcon.training.config;

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
  @JsonSubTypes.Type(value = TaskConfig.Answers.class, name = TaskConfig.VQA)
})
public sealed interface TaskConfig {
  /** The name of {@link Statements}. */
  String NLVR = "nlvr";

  /** The name of {@link Assignment}. */
  String ASSIGNMENT = "assignment";

  /** The name of {@link Answers}. */
  String VQA = "vqa";

  /** What it is called in the configuration. */
  String name();

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
}
