// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.run;

import dev.falcon.data.Futures;
import dev.falcon.data.Progress;
import dev.falcon.data.file.Folders;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.internal.run.SpaceReader.Buffers;
import dev.falcon.mining.internal.space.SpaceWork;
import dev.falcon.mining.plan.MiningPlan;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.shuffle.SearchSpaces;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Mines search spaces that are not in the work folder yet. Small spaces are mined concurrently, one
 * per thread; large spaces by all threads together, while the vectors of the next one are read.
 */
final class SpaceRunner {
  private final MiningPlan plan;
  private final SpaceReader reader;
  private final SpaceMiners miners;
  private final int threads;
  private final Progress progress;
  private final Consumer<MiningUnit> done;

  /**
   * Creates a runner.
   *
   * @param done receives every unit whose file is in the work folder, on any thread
   */
  SpaceRunner(
      MiningPlan plan,
      SpaceReader reader,
      SpaceMiners miners,
      int threads,
      Progress progress,
      Consumer<MiningUnit> done) {
    this.plan = plan;
    this.reader = reader;
    this.miners = miners;
    this.threads = threads;
    this.progress = progress;
    this.done = done;
  }

  /** Mines those of these units that are not in the work folder yet. */
  void run(List<MiningUnit> units, WorkFolder work) {
    SortedMap<Integer, List<MiningUnit>> missing = missing(units, work);
    long total =
        missing.values().stream()
            .flatMap(List::stream)
            .mapToLong(unit -> plan.layout(unit.epoch()).rows(unit.space()))
            .sum();
    try (Progress.Task task = progress.begin("mining", total, "samples");
        Parallel side = new Parallel(miners.spacesAtOnce());
        Parallel within = new Parallel(miners.spacesAtOnce() > 1 ? 1 : threads)) {
      missing.forEach(
          (epoch, wanted) -> {
            SearchSpaces spaces = plan.spaces(epoch);
            if (miners.spacesAtOnce() > 1) {
              sideBySide(wanted, spaces, work, task, side, within);
            } else {
              oneByOne(wanted, spaces, work, task, within);
            }
          });
    }
  }

  /** Returns the units that are not mined yet, by epoch; the others are passed to {@code done}. */
  private SortedMap<Integer, List<MiningUnit>> missing(List<MiningUnit> units, WorkFolder work) {
    SortedMap<Integer, List<MiningUnit>> missing = new TreeMap<>();
    for (MiningUnit unit : units) {
      if (Folders.exists(work.file(unit))) {
        done.accept(unit);
      } else {
        missing.computeIfAbsent(unit.epoch(), none -> new ArrayList<>()).add(unit);
      }
    }
    return missing;
  }

  private void sideBySide(
      List<MiningUnit> units,
      SearchSpaces spaces,
      WorkFolder work,
      Progress.Task task,
      Parallel side,
      Parallel within) {
    side.forEach(
        units.size(),
        () -> {
          SpaceWork miner = miners.on(within);
          Buffers buffers = new Buffers();
          return number -> mine(miner, reader.read(units.get(number), spaces, buffers), work, task);
        });
  }

  private void oneByOne(
      List<MiningUnit> units,
      SearchSpaces spaces,
      WorkFolder work,
      Progress.Task task,
      Parallel within) {
    SpaceWork miner = miners.on(within);
    Buffers[] buffers = {new Buffers(), new Buffers()};
    CompletableFuture<SpaceReader.Space> next = readAhead(units, 0, spaces, buffers[0]);
    for (int number = 0; number < units.size(); number++) {
      SpaceReader.Space space = Futures.join(next);
      if (number + 1 < units.size()) {
        next = readAhead(units, number + 1, spaces, buffers[(number + 1) % buffers.length]);
      }
      mine(miner, space, work, task);
    }
  }

  private CompletableFuture<SpaceReader.Space> readAhead(
      List<MiningUnit> units, int number, SearchSpaces spaces, Buffers buffers) {
    return CompletableFuture.supplyAsync(() -> reader.read(units.get(number), spaces, buffers));
  }

  private void mine(SpaceWork miner, SpaceReader.Space space, WorkFolder work, Progress.Task task) {
    space.mine(miner).write(work.file(space.unit()));
    done.accept(space.unit());
    task.advance(space.rows().length);
  }
}
