package dev.falcon.training.internal.finetuning.task;

import dev.falcon.training.config.TaskConfig;

/** Settings that open their task. Each is named in the file of services. */
public interface TaskProvider extends TaskConfig {
  /** Opens what a configuration names. */
  FinetuningTask open(TaskMaterials materials);
}
