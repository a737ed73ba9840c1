package dev.falcon.training.config;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.annotation.JsonTypeIdResolver;
import dev.falcon.training.config.internal.NamedService;
import dev.falcon.training.config.internal.ServiceNames;

/**
 * What a checkpoint is fine-tuned for, and the task's own settings: {@code task}. Each is a record,
 * found as a service; its constructor without arguments gives the settings their defaults, the
 * resource {@code finetune-NAME.yaml} those of all other keys. Each is also what opens the task.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.CUSTOM, property = "name")
@JsonTypeIdResolver(TaskConfig.Names.class)
public interface TaskConfig extends NamedService {
  /** Where a configuration names it. */
  String KEY = "task.name";

  /** Whether statements about several pictures are true (NLVR2). */
  String NLVR = "nlvr";

  /** The step before NLVR2: to which of two pictures a caption belongs. */
  String ASSIGNMENT = "assignment";

  /** Answers to questions about a picture (VQA). */
  String VQA = "vqa";

  /** Captions by a frozen language model behind BLIP-2's queries. */
  String LANGUAGE = "language";

  /** The framework of the checkpoint that it begins with. */
  default String framework() {
    return ModelConfig.ALBEF;
  }

  /**
   * The one of a name, at its defaults.
   *
   * @throws dev.falcon.data.RequestException if there is none
   */
  static TaskConfig named(String name) {
    return NamedService.named(TaskConfig.class, KEY, name);
  }

  /** Tells a task by its name. */
  final class Names extends ServiceNames {
    Names() {
      super(TaskConfig.class, KEY);
    }
  }
}
