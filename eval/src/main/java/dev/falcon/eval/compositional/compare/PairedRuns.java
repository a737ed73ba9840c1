// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.compare;

import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Runs of two models on the same items: one pair, or a pair for each of several seeds. */
public final class PairedRuns {
  private final List<RunPair> pairs;

  private PairedRuns(List<RunPair> pairs) {
    this.pairs = List.copyOf(pairs);
  }

  /**
   * Reads runs.
   *
   * @param runs for each seed the baseline's run and the other model's: output folders of {@code
   *     eval compositional}, {@code eval retrieval} or {@code eval datacomp}, one of their tables,
   *     or any tables with a column {@code right}
   * @throws RequestException if the runs are not of the same items
   */
  public static PairedRuns read(List<Path> runs, ComparedColumns columns) {
    if (runs.size() % 2 != 0) {
      throw new RequestException(
          "runs come in pairs, the baseline's and the other model's of each seed; there are "
              + runs.size());
    }
    List<RunPair> pairs = new ArrayList<>();
    for (int i = 0; i < runs.size(); i += 2) {
      ItemRun before = ItemRun.read(runs.get(i), columns);
      pairs.add(RunPair.of(before, ItemRun.read(runs.get(i + 1), columns), columns));
      pairs.get(0).before().requireSameItems(pairs.get(i / 2).before());
    }
    return new PairedRuns(pairs);
  }

  /**
   * Compares the two models. With several seeds, these are the unit: intervals and tests are
   * Student's, over the seeds' differences.
   *
   * @param seed the seed of the bootstrap
   */
  public SuiteComparison compared(long seed) {
    List<SuiteComparison> bySeed = pairs.stream().map(pair -> pair.compared(seed)).toList();
    return bySeed.size() == 1 ? bySeed.get(0) : SeedComparison.of(bySeed, repeated());
  }

  /** Notes if the runs of one side are not of a model per seed. */
  private List<String> repeated() {
    List<String> notes = new ArrayList<>();
    if (repeats(RunPair::before)) {
      notes.add("several seeds' runs of A are of the same model");
    }
    if (repeats(RunPair::after)) {
      notes.add("several seeds' runs of B are of the same model");
    }
    return notes;
  }

  private boolean repeats(Function<RunPair, ItemRun> side) {
    List<String> models =
        pairs.stream().map(side).map(ItemRun::model).filter(model -> !model.isEmpty()).toList();
    return Set.copyOf(models).size() < models.size();
  }

  List<RunPair> pairs() {
    return pairs;
  }
}
