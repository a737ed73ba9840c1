package dev.falcon.mining;

import dev.falcon.data.Progress;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.Shard;
import dev.falcon.data.store.CheckedRows;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.store.StoreReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Checks a store together with other tasks: one report per shard of the store, stored for all by
 * the first task that reaches it. A task starts with its own shards and continues with unchecked
 * ones, so that it waits for no other task, and the store is read about once in total.
 *
 * <p>Reports are identified by the store's files: those of a store that has changed since are
 * ignored. A checksum of every row is left for tasks that read it later.
 *
 * @param folder of the reports
 * @param whole the check of the whole store, once a task has stored it
 * @param task whose shards are checked first
 */
record SharedCheck(Path folder, Path whole, Shard task) {
  /** The result of {@link StoreCheck#run}. */
  StoreReport of(EmbeddingStore store, Progress progress) {
    String name = store.identity();
    long[] starts = store.shardStarts();
    try (Progress.Task checking = progress.begin("checking", store.rows(), "rows")) {
      for (int shard : order(starts.length)) {
        if (Files.exists(whole) && store.hasSums()) {
          return Json.read(whole, StoreReport.class);
        }
        long first = starts[shard];
        long end = shard + 1 < starts.length ? starts[shard + 1] : store.rows();
        if (Files.exists(file(name, shard))) {
          checking.advance(end - first);
        } else {
          StoreCheck.rows(store, first, end, checking).write(file(name, shard));
        }
      }
    }
    return StoreCheck.report(
        store,
        () ->
            IntStream.range(0, starts.length)
                .mapToObj(shard -> CheckedRows.read(file(name, shard)))
                .iterator());
  }

  /** The task's own shards, then the next task's, and so on. */
  private List<Integer> order(int shards) {
    Comparator<Integer> byDistance =
        Comparator.comparing(shard -> Math.floorMod(shard - task.index(), task.count()));
    return IntStream.range(0, shards)
        .boxed()
        .sorted(byDistance.thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  private Path file(String name, int shard) {
    return folder.resolve(String.format(Locale.ROOT, "%s-%05d.check", name, shard));
  }
}
