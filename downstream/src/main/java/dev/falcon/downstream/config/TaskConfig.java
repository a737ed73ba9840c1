package dev.falcon.downstream.config;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.annotation.JsonTypeIdResolver;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.NamedService;
import dev.falcon.training.config.ServiceNames;

/**
 * The task of fine-tuning and its own settings: {@code task}. Each is a record, found as a service;
 * its constructor without arguments sets the settings' defaults, the resource {@code
 * finetune-NAME.yaml} those of all other keys. Each is also the factory of its task.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.CUSTOM, property = "name")
@JsonTypeIdResolver(TaskConfig.Names.class)
public interface TaskConfig extends NamedService {
  /** Its name in a configuration. */
  String KEY = "task.name";

  /** True or false statements about several pictures (NLVR2). */
  String NLVR = "nlvr";

  /** The step before NLVR2: which of two pictures a caption describes. */
  String ASSIGNMENT = "assignment";

  /** Answers to questions about a picture (VQA). */
  String VQA = "vqa";

  /** Captions by a frozen language model on BLIP-2's queries. */
  String LANGUAGE = "language";

  /** The framework of the checkpoint that it starts from. */
  default String framework() {
    return ModelConfig.ALBEF;
  }

  /**
   * Returns the task of a name, at its defaults.
   *
   * @throws dev.falcon.data.RequestException if there is none
   */
  static TaskConfig named(String name) {
    return NamedService.named(TaskConfig.class, KEY, name);
  }

  /** Resolves a task by its name. */
  final class Names extends ServiceNames {
    Names() {
      super(TaskConfig.class, KEY);
    }
  }
}
