package dev.falcon.mining.internal;

import dev.falcon.data.Progress;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.Conflicts;
import dev.falcon.mining.MiningOptions;
import dev.falcon.mining.SearchSpaces;
import dev.falcon.mining.SpaceVectors;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Mines all search spaces of a run that are not in the work folder yet. Small spaces are mined side
 * by side, one a thread; of large ones all threads mine one, while the next one's vectors are read.
 */
public final class SpaceRunner {
  private final EmbeddingStore store;
  private final Optional<VetoList> veto;
  private final MiningOptions options;
  private final Function<Parallel, SpaceWork> miners;
  private final int threads;
  private final MemoryPlan memory;
  private final Progress progress;

  /**
   * A runner.
   *
   * @param veto pairs that must not share a batch
   * @param miners makes what mines a space on the given threads
   */
  public SpaceRunner(
      EmbeddingStore store,
      Optional<VetoList> veto,
      MiningOptions options,
      Function<Parallel, SpaceWork> miners,
      int threads,
      MemoryPlan memory,
      Progress progress) {
    this.store = store;
    this.veto = veto;
    this.options = options;
    this.miners = miners;
    this.threads = threads;
    this.memory = memory;
    this.progress = progress;
  }

  /** Mines what is missing of every epoch. */
  public void run(int[] rows, WorkFolder work) {
    long total = (long) rows.length * options.epochs();
    try (Progress.Task task = progress.begin("mining", total, "samples");
        Parallel side = new Parallel(memory.spacesAtOnce());
        Parallel within = new Parallel(memory.spacesAtOnce() > 1 ? 1 : threads)) {
      for (int epoch = 0; epoch < options.epochs(); epoch++) {
        SearchSpaces spaces = SearchSpaces.of(rows, options.searchSpace(), options.seed(), epoch);
        List<MiningUnit> missing = new ArrayList<>();
        for (int space = 0; space < spaces.count(); space++) {
          MiningUnit unit = new MiningUnit(epoch, space);
          if (Files.exists(work.file(unit))) {
            task.advance(spaces.rows(space).length);
          } else {
            missing.add(unit);
          }
        }
        if (memory.spacesAtOnce() > 1) {
          sideBySide(missing, spaces, work, task, side, within);
        } else {
          oneByOne(missing, spaces, work, task, within);
        }
      }
    }
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
          return number ->
              mine(miner, units.get(number), load(units.get(number), spaces), work, task);
        });
  }

  private void oneByOne(
      List<MiningUnit> units,
      SearchSpaces spaces,
      WorkFolder work,
      Progress.Task task,
      Parallel within) {
    if (units.isEmpty()) {
      return;
    }
    SpaceWork miner = miners.apply(within);
    CompletableFuture<Loaded> next = loadAhead(units, 0, spaces);
    for (int number = 0; number < units.size(); number++) {
      Loaded loaded = next.join();
      if (number + 1 < units.size()) {
        next = loadAhead(units, number + 1, spaces);
      }
      mine(miner, units.get(number), loaded, work, task);
    }
  }

  private CompletableFuture<Loaded> loadAhead(
      List<MiningUnit> units, int number, SearchSpaces spaces) {
    return CompletableFuture.supplyAsync(() -> load(units.get(number), spaces));
  }

  /** A search space as it comes from the store. */
  private record Loaded(int[] rows, SpaceVectors vectors, List<Conflicts> conflicts) {}

  private Loaded load(MiningUnit unit, SearchSpaces spaces) {
    int[] rows = spaces.rows(unit.space());
    int dimension = store.dimension();
    int length = Math.multiplyExact(rows.length, dimension);
    float[] image = new float[options.policy().chains() ? length : 0];
    float[] text = new float[image.length];
    if (options.policy().chains()) {
      store.readRows(rows, 0, rows.length, image, text);
    }
    List<Conflicts> conflicts = new ArrayList<>();
    for (MiningOptions.Exclusion exclusion : MiningOptions.Exclusion.values()) {
      if (options.exclusions().contains(exclusion)) {
        conflicts.add(Conflicts.ofEqual(exclusion.label(), labels(exclusion, rows)));
      }
    }
    veto.ifPresent(list -> conflicts.add(list.within(rows)));
    int given = options.policy().chains() ? dimension : 0;
    return new Loaded(rows, new SpaceVectors(image, text, rows.length, given), conflicts);
  }

  private List<String> labels(MiningOptions.Exclusion exclusion, int[] rows) {
    List<String> labels = new ArrayList<>(rows.length);
    for (int row : rows) {
      labels.add(
          switch (exclusion) {
            case SAME_IMAGE -> store.imageId(row);
            case SAME_CAPTION -> store.caption(row);
          });
    }
    return labels;
  }

  private static void mine(
      SpaceWork miner, MiningUnit unit, Loaded loaded, WorkFolder work, Progress.Task task) {
    miner.mine(unit, loaded.rows(), loaded.vectors(), loaded.conflicts()).write(work.file(unit));
    task.advance(loaded.rows().length);
  }
}
