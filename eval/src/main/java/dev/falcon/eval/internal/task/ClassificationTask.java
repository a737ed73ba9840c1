// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.task;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.eval.datacomp.SampleOutcomes;
import dev.falcon.eval.datacomp.Task;
import dev.falcon.eval.internal.vectors.DotProducts;
import dev.falcon.eval.internal.vectors.FileHashes;
import dev.falcon.eval.internal.vectors.ShardRow;
import dev.falcon.eval.internal.vectors.ShardRows;
import dev.falcon.eval.metric.ClassificationMetrics;
import dev.falcon.eval.metric.Decisions;
import dev.falcon.eval.metric.GroupMetrics;
import dev.falcon.eval.metric.Scores;
import dev.falcon.eval.metric.TieBudget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Zero-shot classification, also by groups if the samples have metadata. */
final class ClassificationTask implements TaskRunner {
  /** The number of images that are compared with the classes at once. */
  private static final int BLOCK = 256;

  private static final ConvertOrder ORDER = ConvertOrder.RGB_THEN_RESIZE;

  private final Task task;
  private final ShardFolder data;
  private final ShardFolder sibling;
  private final Prompts prompts;
  private final int labels;

  /**
   * Checks the data's layout.
   *
   * @param sibling a dataset that may have the same images; null if there is none
   */
  ClassificationTask(Task task, Path folder, ShardFolder sibling) {
    this.task = task;
    this.sibling = sibling;
    data = ShardFolder.open(folder);
    prompts = Prompts.read(folder);
    labels = Prompts.lineCount(folder.resolve(Prompts.CLASS_FILE), "class name");
  }

  @Override
  public List<Provenance.Input> inputs(FileHashes hashes) {
    return data.inputs(hashes, Prompts.CLASS_FILE, Prompts.TEMPLATE_FILE);
  }

  @Override
  public List<Prompts> prompts() {
    return List.of(prompts);
  }

  @Override
  public Outcome run(Tools tools) {
    float[][] vectors = tools.classifier().build(prompts);
    DotProducts classes = new DotProducts(vectors);
    Map<String, float[]> known = knownImages(tools);
    Decisions decisions = new Decisions(classes.count());
    List<long[]> metadata = new ArrayList<>();
    List<SampleOutcomes.One> outcomes = new ArrayList<>();
    List<Reject> rejects = new ArrayList<>();
    try (Progress.Task progress = tools.progress().begin(task.key(), task.samples(), "images")) {
      for (int shard = 0; shard < data.shards(); shard++) {
        ShardRows rows = data.rows(shard, ORDER, known, tools, progress);
        rejects.addAll(rows.rejects());
        List<ShardRow> usable = usable(rows, shard + ".tar", rejects);
        decide(usable, classes, decisions);
        usable.forEach(row -> outcomes.add(outcome(row, decisions, outcomes.size())));
        usable.forEach(row -> metadata.add(row.metadata().orElseGet(() -> new long[0])));
      }
    }
    requireSome(decisions.count(), rejects);
    Scores metrics =
        ClassificationMetrics.of(decisions)
            .and(groups(decisions, metadata.toArray(long[][]::new), tools.countOtherRegion()));
    return new Outcome(
        metrics,
        decisions.count(),
        decisions.classes(),
        TextClassifier.equalVectors(vectors),
        decisions.tieBudget(),
        rejects,
        outcomes);
  }

  private static SampleOutcomes.One outcome(ShardRow row, Decisions decisions, int place) {
    double value = decisions.isTopOneHit(place) ? 1 : 0;
    return new SampleOutcomes.One(row.key(), row.imageId(), value);
  }

  private void requireSome(int samples, List<Reject> rejects) {
    if (samples == 0) {
      throw new FalconException(data.folder() + ": holds no usable sample; " + Reject.why(rejects));
    }
  }

  private Map<String, float[]> knownImages(Tools tools) {
    Map<String, float[]> known = new HashMap<>();
    for (int shard = 0; sibling != null && shard < sibling.shards(); shard++) {
      String hash = sibling.hash(shard, tools.hashes());
      if (tools.images().isDone(hash, ORDER)) {
        tools
            .images()
            .done(hash, ORDER)
            .rows()
            .forEach(row -> known.put(row.imageHash(), row.vector()));
      }
    }
    return known;
  }

  private List<ShardRow> usable(ShardRows rows, String shard, List<Reject> rejects) {
    List<ShardRow> usable = new ArrayList<>();
    for (ShardRow row : rows.rows()) {
      Optional<String> problem = problem(row);
      if (problem.isEmpty()) {
        usable.add(row);
      } else {
        rejects.add(new Reject(shard, row.key(), problem.get()));
      }
    }
    return usable;
  }

  private Optional<String> problem(ShardRow row) {
    if (row.label().isEmpty()) {
      return Optional.of("the sample has no label (.cls)");
    }
    int label = row.label().getAsInt();
    if (label < 0 || label >= labels) {
      return Optional.of(
          "the label " + label + " is outside the " + labels + " lines of " + Prompts.CLASS_FILE);
    }
    return MetadataCheck.problem(row.metadata(), fields());
  }

  private List<String> fields() {
    return switch (task.protocol()) {
      case CAMELYON17 -> GroupMetrics.CAMELYON17;
      case FMOW -> GroupMetrics.FMOW;
      case DOLLAR_STREET -> GroupMetrics.DOLLAR_STREET;
      case GEODE -> GroupMetrics.GEODE;
      default -> List.of();
    };
  }

  private static void decide(List<ShardRow> rows, DotProducts classes, Decisions decisions) {
    for (int from = 0; from < rows.size(); from += BLOCK) {
      List<ShardRow> block = rows.subList(from, Math.min(from + BLOCK, rows.size()));
      float[][] logits =
          classes.with(
              block.stream().map(ShardRow::vector).toArray(float[][]::new), TieBudget.LOGIT_SCALE);
      decisions.add(logits, block.stream().mapToInt(row -> row.label().orElseThrow()).toArray());
    }
  }

  private Scores groups(Decisions decisions, long[][] metadata, boolean countOther) {
    return switch (task.protocol()) {
      case IWILDCAM -> GroupMetrics.iWildCam(decisions);
      case CAMELYON17 -> GroupMetrics.camelyon17(decisions, metadata);
      case FMOW -> GroupMetrics.fmow(decisions, metadata, countOther);
      case DOLLAR_STREET -> GroupMetrics.dollarStreet(decisions, metadata);
      case GEODE -> GroupMetrics.geode(decisions, metadata);
      default -> Scores.of(Map.of());
    };
  }
}
