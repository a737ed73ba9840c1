// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import dev.falcon.data.Progress;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.CheckedRows;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.store.StoreReport;
import dev.falcon.data.work.Shard;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Checks a store together with other tasks. The first task that reaches a shard of the store checks
 * it, and stores its report for all tasks. A task starts with its own shards and continues with
 * unchecked ones, so that it waits for no other task, and the store is read about once in total.
 *
 * <p>Reports are identified by the store's files, and those of a store that has changed since are
 * ignored. Each report includes a checksum of every row for tasks that read the row later.
 *
 * @param folder the folder of the reports
 * @param whole the file of the whole store's check, which exists once a task has stored it
 * @param task the task whose shards are checked first
 */
record SharedCheck(Path folder, Path whole, Shard task) {
  /** Returns the same report as {@link StoreCheck#run}. */
  StoreReport of(EmbeddingStore store, Progress progress) {
    String name = store.identity();
    long[] starts = store.shardStarts();
    try (Progress.Task checking = progress.begin("checking", store.rows(), "rows")) {
      for (int shard : order(starts.length)) {
        if (Folders.exists(whole) && store.hasSums()) {
          return Json.read(whole, StoreReport.class);
        }
        long first = starts[shard];
        long end = shard + 1 < starts.length ? starts[shard + 1] : store.rows();
        if (Folders.exists(file(name, shard))) {
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

  /** Returns the order of the shards: the task's own, then the next task's, and so on. */
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
