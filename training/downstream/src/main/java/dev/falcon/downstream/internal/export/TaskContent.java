// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.export;

import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.downstream.config.FinetuneReader;
import dev.falcon.downstream.internal.task.TaskExport;
import dev.falcon.downstream.internal.task.TaskProvider;
import dev.falcon.onnx.export.ModelFolderWriter;
import dev.falcon.training.Exporter;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.ConfigTree;
import dev.falcon.training.internal.export.ModelContent;
import dev.falcon.training.internal.store.Checkpoint;
import java.util.List;
import java.util.Map;

/** The graphs or weights of a fine-tuned network, with the configuration of its fine-tuning. */
final class TaskContent implements ModelContent {
  private final Checkpoint checkpoint;
  private final FinetuneConfig config;
  private final TaskExport export;

  TaskContent(Checkpoint checkpoint) {
    this.checkpoint = checkpoint;
    this.config = FinetuneReader.readEffective(checkpoint.task());
    this.export = ((TaskProvider) config.task()).exported(checkpoint);
  }

  @Override
  public Provenance provenance() {
    return Provenance.of(
        "export",
        config.seed(),
        Map.of(
            "task",
            config.task().name(),
            "step",
            checkpoint.state().step(),
            "finetuning",
            ConfigTree.published(checkpoint.task()),
            "config",
            ConfigTree.published(ConfigReader.write(checkpoint.config()))),
        List.of(Provenance.Input.of(InputRole.CHECKPOINT, checkpoint.file())));
  }

  @Override
  public Map<String, Double> write(ModelFolderWriter writer) {
    AtomicFile.write(
        writer.path().resolve(Exporter.FINETUNING), ConfigTree.published(checkpoint.task()));
    return export instanceof TaskExport.Graphs graphs
        ? write(writer, graphs)
        : ((TaskExport.WeightFiles) export).write(writer);
  }

  private Map<String, Double> write(ModelFolderWriter writer, TaskExport.Graphs graphs) {
    try (TaskModel model = new TaskModel(checkpoint, config, graphs, provenance())) {
      writer.write(model.trainedModel());
      model.exported().write(writer.path());
      return TaskParity.differences(model, writer.path());
    }
  }
}
