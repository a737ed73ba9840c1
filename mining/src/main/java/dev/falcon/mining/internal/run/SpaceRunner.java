package dev.falcon.mining.internal.run;

import dev.falcon.data.Futures;
import dev.falcon.data.Progress;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.internal.kernel.Parallel;
import dev.falcon.mining.internal.space.SpaceWork;
import dev.falcon.mining.plan.MiningPlan;
import dev.falcon.mining.plan.PartRows;
import dev.falcon.mining.shuffle.MiningUnit;
import dev.falcon.mining.shuffle.SearchSpaces;
import dev.falcon.mining.space.SpaceConstraints;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Mines search spaces that are not in the work folder yet. Small spaces are mined side by side, one
 * per thread; large ones by all threads together, while the next one's vectors are read.
 */
final class SpaceRunner {
  private final MiningPlan plan;
  private final PartRows store;
  private final SpaceConstraints constraints;
  private final boolean needsVectors;
  private final Function<Parallel, SpaceWork> miners;
  private final int threads;
  private final MemoryPlan memory;
  private final Progress progress;
  private final Consumer<MiningUnit> done;

  /**
   * A runner.
   *
   * @param constraints on sharing a batch
   * @param needsVectors whether vectors are needed
   * @param miners creates the miner of a space on the given threads
   * @param done receives every unit whose file is in the work folder, on any thread
   */
  public SpaceRunner(
      MiningPlan plan,
      PartRows store,
      SpaceConstraints constraints,
      boolean needsVectors,
      Function<Parallel, SpaceWork> miners,
      int threads,
      MemoryPlan memory,
      Progress progress,
      Consumer<MiningUnit> done) {
    this.plan = plan;
    this.store = store;
    this.constraints = constraints;
    this.needsVectors = needsVectors;
    this.miners = miners;
    this.threads = threads;
    this.memory = memory;
    this.progress = progress;
    this.done = done;
  }

  /** Mines the missing ones of these units. */
  public void run(List<MiningUnit> units, WorkFolder work) {
    SortedMap<Integer, List<MiningUnit>> missing = missing(units, work);
    long total =
        missing.values().stream()
            .flatMap(List::stream)
            .mapToLong(unit -> plan.layout(unit.epoch()).rows(unit.space()))
            .sum();
    try (Progress.Task task = progress.begin("mining", total, "samples");
        Parallel side = new Parallel(memory.spacesAtOnce());
        Parallel within = new Parallel(memory.spacesAtOnce() > 1 ? 1 : threads)) {
      missing.forEach(
          (epoch, wanted) -> {
            SearchSpaces spaces = plan.spaces(epoch);
            if (memory.spacesAtOnce() > 1) {
              sideBySide(wanted, spaces, work, task, side, within);
            } else {
              oneByOne(wanted, spaces, work, task, within);
            }
          });
    }
  }

  /** The unmined units, by epoch; the others are passed to {@code done}. */
  private SortedMap<Integer, List<MiningUnit>> missing(List<MiningUnit> units, WorkFolder work) {
    SortedMap<Integer, List<MiningUnit>> missing = new TreeMap<>();
    for (MiningUnit unit : units) {
      if (Files.exists(work.file(unit))) {
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
          SpaceWork miner = miners.apply(within);
          Buffers buffers = new Buffers();
          return number ->
              mine(miner, units.get(number), load(units.get(number), spaces, buffers), work, task);
        });
  }

  private void oneByOne(
      List<MiningUnit> units,
      SearchSpaces spaces,
      WorkFolder work,
      Progress.Task task,
      Parallel within) {
    SpaceWork miner = miners.apply(within);
    Buffers[] buffers = {new Buffers(), new Buffers()};
    CompletableFuture<Loaded> next = loadAhead(units, 0, spaces, buffers[0]);
    for (int number = 0; number < units.size(); number++) {
      Loaded loaded = Futures.join(next);
      if (number + 1 < units.size()) {
        next = loadAhead(units, number + 1, spaces, buffers[(number + 1) % buffers.length]);
      }
      mine(miner, units.get(number), loaded, work, task);
    }
  }

  private CompletableFuture<Loaded> loadAhead(
      List<MiningUnit> units, int number, SearchSpaces spaces, Buffers buffers) {
    return CompletableFuture.supplyAsync(() -> load(units.get(number), spaces, buffers));
  }

  /** Reusable memory for the vectors of one space. */
  private static final class Buffers {
    private float[] image = new float[0];
    private float[] text = new float[0];

    private void ensure(int length, int perImage) {
      if (text.length < length) {
        image = new float[Math.multiplyExact(length, perImage)];
        text = new float[length];
      }
    }
  }

  /** A search space as read from the store. */
  private record Loaded(long[] rows, SpaceVectors vectors, List<Conflicts> conflicts) {}

  private Loaded load(MiningUnit unit, SearchSpaces spaces, Buffers buffers) {
    long[] rows = spaces.rows(unit.space());
    int given = needsVectors ? store.dimension() : 0;
    buffers.ensure(Math.multiplyExact(rows.length, given), store.perImage());
    if (given > 0) {
      store.read(rows, buffers.image, buffers.text);
    }
    return new Loaded(
        rows,
        new SpaceVectors(buffers.image, buffers.text, rows.length, given, store.perImage()),
        constraints.known(rows));
  }

  private void mine(
      SpaceWork miner, MiningUnit unit, Loaded loaded, WorkFolder work, Progress.Task task) {
    miner.mine(unit, loaded.rows(), loaded.vectors(), loaded.conflicts()).write(work.file(unit));
    done.accept(unit);
    task.advance(loaded.rows().length);
  }
}
