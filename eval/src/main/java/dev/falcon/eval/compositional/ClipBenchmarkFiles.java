// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.eval.compositional.score.ItemProtocol;
import dev.falcon.eval.compositional.score.Judgement;
import dev.falcon.eval.compositional.score.TieRule;
import dev.falcon.eval.metric.Scores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * CLIP_benchmark's files of the task {@code image_caption_selection}, one per subset, under the
 * names of its template. By its rule the first maximum wins; with one image per item, {@code
 * image_acc} is always 1.
 */
final class ClipBenchmarkFiles {
  /** The folder of the files. */
  static final String FOLDER = "clip_benchmark";

  private static final String TASK = "image_caption_selection";
  private static final String PRETRAINED = "falcon";
  private static final String LANGUAGE = "en";

  private ClipBenchmarkFiles() {}

  @JsonPropertyOrder({"dataset", "model", "pretrained", "task", "metrics", "language"})
  private record Result(
      String dataset,
      String model,
      String pretrained,
      String task,
      Metrics metrics,
      String language) {}

  @JsonPropertyOrder({"image_acc", "text_acc", "acc"})
  private record Metrics(
      @JsonProperty("image_acc") double imageAcc,
      @JsonProperty("text_acc") double textAcc,
      @JsonProperty("acc") double acc) {}

  /**
   * Writes the files.
   *
   * @param dataset the suite's name in CLIP_benchmark
   * @param model the model's name
   * @return the files
   */
  static List<Path> write(
      Path folder, String dataset, String model, Map<String, List<ItemOutcome>> bySubset) {
    Folders.make(folder);
    List<Path> files = new ArrayList<>();
    bySubset.forEach(
        (subset, items) -> {
          String name = subset.isEmpty() ? dataset : dataset + "/" + subset;
          Metrics metrics =
              new Metrics(
                  share(items, item -> isRight(item, ItemProtocol.IMAGE)),
                  share(items, item -> isRight(item, ItemProtocol.CAPTION)),
                  share(
                      items,
                      item ->
                          isRight(item, ItemProtocol.IMAGE)
                              && isRight(item, ItemProtocol.CAPTION)));
          String file = String.join("_", name, PRETRAINED, model, LANGUAGE, TASK).replace('/', '_');
          Path path = folder.resolve(file + ".json");
          Result result = new Result(name, model, PRETRAINED, TASK, metrics, LANGUAGE);
          AtomicFile.write(path, Json.line(result) + "\n");
          files.add(path);
        });
    return files;
  }

  private static boolean isRight(ItemOutcome item, ItemProtocol protocol) {
    return Judgement.byRule(TieRule.FIRST, item.item().shape().contests(protocol), item.scores());
  }

  private static double share(List<ItemOutcome> items, Predicate<ItemOutcome> right) {
    return Scores.floatQuotient(items.stream().filter(right).count(), items.size());
  }
}
