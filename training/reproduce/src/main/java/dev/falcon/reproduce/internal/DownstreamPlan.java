// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.scenes.generate.ScenesGenerator;
import dev.falcon.data.scenes.generate.ScenesRequest;
import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.downstream.config.FinetuneReader;
import dev.falcon.reproduce.model.Downstream;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.TrainConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Plans the fine-tuning of a comparison's checkpoints. It takes place below {@code downstream/} in
 * the comparison's folder, which holds the questions and statements for all runs, and one folder
 * per task, variant and seed.
 *
 * @param downstream the requested tasks
 * @param out the comparison's folder
 */
public record DownstreamPlan(Downstream downstream, Path out) {
  private static final String BASE = "downstream";
  private static final String PRESET = "scenes-tiny";
  private static final int QUESTIONS = 4;
  private static final int SHARD = 1000;

  /**
   * Returns the tasks of a run.
   *
   * @param variant the name of the run's variant
   * @param run the run's configuration
   * @param folder the folder of the run
   * @param asked whether the tasks are executed; otherwise only existing results are read
   * @throws RequestException if it is not a run of ALBEF on Scenes, or a key is unknown
   */
  List<PlannedTask> tasks(String variant, TrainConfig run, Path folder, boolean asked) {
    if (!run.model().framework().equals(ModelConfig.ALBEF) || !run.data().train().generated()) {
      throw new RequestException(
          "downstream: variant "
              + variant
              + " cannot be fine-tuned; only runs of ALBEF on Scenes can");
    }
    List<PlannedTask> tasks = new ArrayList<>();
    for (Downstream.Task task : downstream.tasks()) {
      try {
        tasks.add(task(task, variant, run, folder, asked));
      } catch (RequestException e) {
        throw new RequestException(
            "downstream: " + task.word() + " of variant " + variant + ": " + e.getMessage());
      }
    }
    return tasks;
  }

  private PlannedTask task(
      Downstream.Task task, String variant, TrainConfig run, Path folder, boolean asked) {
    boolean training = task == Downstream.Task.RETRIEVAL;
    Path base = out.resolve(BASE).resolve(task.word());
    String request = request(task, run, folder);
    return new PlannedTask(
        task,
        training ? List.of("train") : List.of("finetune", task.word()),
        request,
        run.threads(),
        RunIdentity.of(
            variant + ", " + task.word(), run.seed(), ConfigReader.write(run) + request, out),
        base.resolve(variant).resolve("seed-" + run.seed()),
        asked,
        folder);
  }

  /** Returns the complete configuration of a task. */
  private String request(Downstream.Task task, TrainConfig run, Path checkpoint) {
    List<String> keys = new ArrayList<>();
    if (task == Downstream.Task.RETRIEVAL) {
      keys.add("seed=" + run.seed());
      addSet(keys);
      TrainConfig config = FinetuneReader.retrieval(run, checkpoint, PRESET, keys);
      return ConfigReader.request(config);
    }
    Path train = examples(Split.TRAIN);
    Path held = examples(Split.TEST);
    boolean questions = task == Downstream.Task.VQA;
    List<String> files =
        questions ? List.of("questions.json", "annotations.json") : List.of("statements.jsonl");
    keys.add("start.checkpoint=" + Json.line(checkpoint.toString()));
    keys.add("seed=" + run.seed());
    keys.add("device=" + run.device());
    keys.add("threads=" + run.threads());
    keys.add("data.train=" + files(train, files));
    keys.add("data.held=" + files(held, files));
    if (questions) {
      keys.add("task.answers=" + Json.line(train.resolve("answer_list.json").toString()));
    }
    addSet(keys);
    FinetuneConfig config = FinetuneReader.read(task.word(), PRESET, keys);
    return FinetuneReader.write(config);
  }

  private void addSet(List<String> keys) {
    downstream.set().forEach((key, value) -> keys.add(key + "=" + value));
  }

  private static String files(Path folder, List<String> names) {
    List<String> files = names.stream().map(name -> folder.resolve(name).toString()).toList();
    return Json.line(Map.of("files", files, "image_root", folder.toString()));
  }

  private Path examples(Split split) {
    return out.resolve(BASE).resolve(split.word() + "-" + images(split));
  }

  private int images(Split split) {
    return split == Split.TRAIN ? downstream.images() : downstream.heldImages();
  }

  /** Writes the missing questions and statements; an interrupted generation resumes. */
  public void writeExamples(Progress progress) {
    for (Split split : List.of(Split.TRAIN, Split.TEST)) {
      Path folder = examples(split);
      if (!Folders.exists(folder.resolve(ScenesGenerator.SUMMARY))) {
        ScenesGenerator.generate(
            new ScenesRequest(
                ScenesConfig.standard(),
                split,
                images(split),
                folder,
                ScenesRequest.Layout.WEBDATASET,
                SHARD,
                null,
                new ScenesRequest.Asked(QUESTIONS, images(split)),
                false),
            progress);
      }
    }
  }
}
