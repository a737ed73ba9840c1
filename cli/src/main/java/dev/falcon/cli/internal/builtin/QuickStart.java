// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.builtin;

import dev.falcon.cli.internal.table.TextTable;
import dev.falcon.data.Progress;
import dev.falcon.data.file.Folders;
import dev.falcon.data.scenes.Caption;
import dev.falcon.data.scenes.CaptionParser;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.generate.ScenesSource;
import dev.falcon.data.statistics.Rate;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.Miner;
import dev.falcon.mining.algorithm.RankWindow;
import dev.falcon.mining.audit.PlanTruth;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.RecordedOptions;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Scenes, whose truth is known: compares the exact share of false negatives in a plan with that of
 * a plan in which the hardest sample is always taken.
 */
public final class QuickStart implements Demo {
  @Override
  public EmbeddingStore store(Progress progress, Consumer<String> notes) {
    return ScenesStore.open(progress, notes);
  }

  /** Mines a second plan, which is discarded. */
  @Override
  public String comparison(Path plan, MiningOptions options) {
    EmbeddingStore store = store(Progress.NONE, line -> {});
    PlanTruth.Judge truth = truth(store);
    StringBuilder text = new StringBuilder();
    text.append("\nfalse negatives among the chosen negatives, by the exact truth of Scenes:\n");
    TextTable table = new TextTable("", "share", "95 % interval", "pairs");
    row(table, "this plan", PlanTruth.of(plan, truth));
    if (!RecordedOptions.of(options).equals(RecordedOptions.of(hardest(options)))) {
      row(table, "--quantiles 1, the hardest", ofHardest(store, options, truth));
    }
    return text.append(table)
        .append("\nnext: falcon audit-fn --plan ")
        .append(plan.toString().contains(" ") ? "'" + plan + "'" : plan)
        .append("\n      shows which negatives are false, and how a matching model judges them\n")
        .toString();
  }

  private static void row(TextTable table, String name, Rate rate) {
    table.row(
        name,
        String.format(Locale.ROOT, "%.1f %%", 100 * rate.share()),
        String.format(
            Locale.ROOT, "[%.1f, %.1f]", 100 * rate.interval().low(), 100 * rate.interval().high()),
        String.format(Locale.ROOT, "%,d", rate.judged()));
  }

  private static Rate ofHardest(
      EmbeddingStore store, MiningOptions options, PlanTruth.Judge truth) {
    Path folder = Folders.temporary("falcon-hardest");
    try {
      Path plan = folder.resolve("hardest.parquet");
      new Miner(Sessions.onCpu(), Progress.NONE, line -> {})
          .mine(
              new MiningRequest(
                  store,
                  hardest(options),
                  plan,
                  TableFormat.PARQUET,
                  MiningRequest.Execution.automatic(),
                  false));
      return PlanTruth.of(plan, truth);
    } finally {
      Folders.delete(folder);
    }
  }

  /** Returns options that mine the same samples but always take the hardest remaining one next. */
  private static MiningOptions hardest(MiningOptions options) {
    return new MiningOptions(
        Composition.of(new QuantilePolicy.Fixed(1)),
        options.searchSpace(),
        options.batchSize(),
        options.levels(),
        options.epochs(),
        options.seed(),
        options.keepRemainder(),
        new Constraints(
            options.constraints().exclusions(),
            Optional.empty(),
            Optional.empty(),
            false,
            RankWindow.ALL));
  }

  /**
   * Returns a judge that knows the truth: row i of the store is sample i of the built-in data, each
   * with one caption.
   */
  private static PlanTruth.Judge truth(EmbeddingStore store) {
    ScenesSource source = ScenesSource.open(BuiltIn.DATASET, 1);
    List<Scene> scenes = new ArrayList<>();
    List<Caption> captions = new ArrayList<>();
    Map<String, Integer> first = new HashMap<>();
    int[] rowsOfCaptions =
        new int[Math.toIntExact(store.rows())]; // for each row, the first row with the same caption
    for (int row = 0; row < store.rows(); row++) {
      scenes.add(source.world().scene(source.split(), row));
      String caption = store.caption(row).orElseThrow();
      captions.add(CaptionParser.parse(caption));
      first.putIfAbsent(caption, row);
      rowsOfCaptions[row] = first.get(caption);
    }
    return new PlanTruth.Judge() {
      @Override
      public boolean matches(long image, long text) {
        return captions.get((int) text).matches(scenes.get((int) image));
      }

      @Override
      public long captionOf(long row) {
        return rowsOfCaptions[(int) row];
      }
    };
  }
}
