// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.finetuning;

import dev.falcon.data.Progress;
import dev.falcon.data.file.Json;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.scenes.generate.ScenesGenerator;
import dev.falcon.data.scenes.generate.ScenesRequest;
import dev.falcon.training.TinyRuns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Questions and statements about a few images, and a network to fine-tune on them. */
public final class TinyTasks {
  private TinyTasks() {}

  /** Writes them into a folder, and trains the network; gives its checkpoint. */
  public static Path prepare(Path shared) {
    generate(shared, Split.TRAIN, 16);
    generate(shared, Split.TEST, 6);
    return TinyRuns.train(
            TinyRuns.config("method.name=uniform", "train.epochs=1"), shared, "pre", () -> false)
        .checkpoint();
  }

  private static void generate(Path shared, Split split, int images) {
    ScenesGenerator.generate(
        new ScenesRequest(
            ScenesConfig.standard(),
            split,
            images,
            shared.resolve(split.word()),
            ScenesRequest.Layout.WEBDATASET,
            100,
            null,
            new ScenesRequest.Asked(2, 5),
            false),
        Progress.NONE);
  }

  static String files(Path shared, String set, Split split, String... names) {
    List<String> paths = new ArrayList<>();
    for (String name : names) {
      paths.add(shared.resolve(split.word()).resolve(name).toString());
    }
    String root = shared.resolve(split.word()).toString();
    return "data." + set + "=" + Json.line(new Named(paths, root));
  }

  record Named(List<String> files, String image_root) {}

  public static List<String> keys(Path shared, Path pretrained, String task, String... overrides) {
    List<String> keys =
        new ArrayList<>(
            List.of(
                "start.checkpoint=" + Json.line(pretrained.toString()),
                "threads=1",
                "train.epochs=2",
                "train.batch_size=5"));
    if (task.equals("nlvr")) {
      keys.add(files(shared, "train", Split.TRAIN, "statements.jsonl"));
      keys.add(files(shared, "held", Split.TEST, "statements.jsonl"));
    } else if (task.equals("vqa")) {
      keys.add(files(shared, "train", Split.TRAIN, "questions.json", "annotations.json"));
      keys.add(files(shared, "held", Split.TEST, "questions.json", "annotations.json"));
      keys.add("task.fewest=2");
    }
    keys.addAll(List.of(overrides));
    return keys;
  }
}
