// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.task;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.eval.datacomp.Task;
import dev.falcon.eval.internal.vectors.DotProducts;
import dev.falcon.eval.internal.vectors.FileHashes;
import dev.falcon.eval.internal.vectors.ShardRow;
import dev.falcon.eval.internal.vectors.ShardRows;
import dev.falcon.eval.metric.Decisions;
import dev.falcon.eval.metric.FaceMetrics;
import dev.falcon.eval.metric.TieBudget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The face datasets, with four classifiers, whose names precede a colon in each line of the class
 * names and templates.
 */
final class FaceTask implements TaskRunner {
  private static final ConvertOrder ORDER = ConvertOrder.RGB_THEN_RESIZE;

  private final Task task;
  private final ShardFolder data;
  private final List<Prompts> prompts;

  FaceTask(Task task, Path folder) {
    this.task = task;
    data = ShardFolder.open(folder);
    prompts = FaceMetrics.OBJECTIVES.stream().map(objective -> read(folder, objective)).toList();
  }

  private static Prompts read(Path folder, String objective) {
    Path templateFile = folder.resolve(Prompts.TEMPLATE_FILE);
    List<String> templates = lines(templateFile, "template", objective);
    templates.forEach(template -> Prompts.requireFormat(template, templateFile));
    return new Prompts(
        lines(folder.resolve(Prompts.CLASS_FILE), "class name", objective), templates);
  }

  private static List<String> lines(Path file, String what, String objective) {
    String prefix = objective + ":";
    List<String> lines =
        Prompts.lines(file, what).stream()
            .filter(line -> line.startsWith(prefix))
            .map(line -> line.substring(prefix.length()))
            .toList();
    if (lines.isEmpty()) {
      throw new FalconException(
          file
              + ": holds no "
              + what
              + " for '"
              + objective
              + "'; its lines must begin with '"
              + prefix
              + "'");
    }
    return lines;
  }

  @Override
  public List<Provenance.Input> inputs(FileHashes hashes) {
    return data.inputs(hashes, Prompts.CLASS_FILE, Prompts.TEMPLATE_FILE);
  }

  @Override
  public List<Prompts> prompts() {
    return prompts;
  }

  @Override
  public Outcome run(Tools tools) {
    List<DotProducts> classifiers =
        prompts.stream().map(p -> new DotProducts(tools.classifier().build(p))).toList();
    List<int[]> predicted = new ArrayList<>();
    List<long[]> metadata = new ArrayList<>();
    List<Reject> rejects = new ArrayList<>();
    TieBudget.Builder margins = new TieBudget.Builder();
    try (Progress.Task progress = tools.progress().begin(task.key(), task.samples(), "images")) {
      for (int shard = 0; shard < data.shards(); shard++) {
        ShardRows rows = data.rows(shard, ORDER, Map.of(), tools, progress);
        rejects.addAll(rows.rejects());
        for (ShardRow row : rows.rows()) {
          Optional<String> problem = MetadataCheck.problem(row.metadata(), FaceMetrics.COLUMNS);
          if (problem.isPresent()) {
            rejects.add(new Reject(shard + ".tar", row.key(), problem.get()));
            continue;
          }
          predicted.add(predict(row, classifiers, margins));
          metadata.add(row.metadata().orElseThrow());
        }
      }
    }
    if (predicted.isEmpty()) {
      throw new FalconException(data.folder() + ": holds no usable sample; " + Reject.why(rejects));
    }
    return Outcome.withoutClasses(
        FaceMetrics.of(predicted.toArray(int[][]::new), metadata.toArray(long[][]::new)),
        predicted.size(),
        margins.build(),
        rejects,
        List.of());
  }

  private static int[] predict(
      ShardRow row, List<DotProducts> classifiers, TieBudget.Builder margins) {
    int[] predicted = new int[classifiers.size()];
    double margin = Double.POSITIVE_INFINITY;
    for (int i = 0; i < predicted.length; i++) {
      float[] logits =
          classifiers.get(i).with(new float[][] {row.vector()}, TieBudget.LOGIT_SCALE)[0];
      predicted[i] = Decisions.argMax(logits);
      margin = Math.min(margin, TieBudget.topMargin(logits));
    }
    margins.add(margin);
    return predicted;
  }
}
