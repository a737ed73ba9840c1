// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.config;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.annotation.JsonTypeIdResolver;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.NamedService;
import dev.falcon.training.config.ServiceNames;

/**
 * The task of fine-tuning and its own settings: {@code task}. Each is a record that is found as a
 * service. Its constructor without arguments sets the defaults of the settings; the resource {@code
 * finetune-NAME.yaml} sets those of all other keys. It is also the factory of its task.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.CUSTOM, property = "name")
@JsonTypeIdResolver(TaskConfig.Names.class)
public interface TaskConfig extends NamedService {
  /** The key of the task in a configuration. */
  String KEY = "task.name";

  /** The name of the task of true or false statements about several pictures (NLVR2). */
  String NLVR = "nlvr";

  /** The name of the step before NLVR2: which of two pictures a caption describes. */
  String ASSIGNMENT = "assignment";

  /** The name of the task of answers to questions about a picture (VQA). */
  String VQA = "vqa";

  /** The name of the task of captions by a frozen language model from BLIP-2's queries. */
  String LANGUAGE = "language";

  /** Returns the framework of the checkpoint from which the task starts. */
  default String framework() {
    return ModelConfig.ALBEF;
  }

  /**
   * Returns the task with a name, with its defaults.
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
