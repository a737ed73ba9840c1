package dev.falcon.mining.internal.run;

import dev.falcon.data.Json;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.MiningOptions;
import dev.falcon.mining.MiningSummary;
import dev.falcon.mining.algorithm.SearchSpaces;
import dev.falcon.mining.internal.space.MinedSpace;
import dev.falcon.mining.internal.space.MiningUnit;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Puts the mined search spaces together, in order, as one table. A thread of its own appends each
 * as soon as it and all before it are mined, so that writing goes on beside the mining of what
 * follows.
 */
public final class Assembler implements AutoCloseable {
  private final EmbeddingStore store;
  private final MiningOptions options;
  private final WorkFolder work;
  private final Layout layout;
  private final int rows;
  private final int spaces;
  private final IntFunction<String> imageIds;
  private final IntFunction<String> captions;
  private final TableWriter table;
  private final SummaryBuilder summary = new SummaryBuilder();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread made = new Thread(task, "falcon-writing");
            made.setDaemon(true);
            return made;
          });
  // Of the writing thread alone.
  private final Set<MiningUnit> waiting = new HashSet<>();
  private MiningUnit next = new MiningUnit(0, 0);
  private volatile Throwable failure;

  /** Turns a mined space into rows of a table. */
  public interface Layout {
    /** What the table is called in its metadata, such as {@code batch_plan}. */
    String name();

    /** Version of the columns. */
    int version();

    /** The columns. */
    TableSchema schema();

    /** Appends one space. */
    void append(TableWriter table, MiningUnit unit, MinedSpace mined, EmbeddingStore store);
  }

  /** Where the table goes, and how. */
  public record Target(Path output, TableFormat format, Layout layout, Provenance provenance) {}

  /**
   * Begins the table.
   *
   * @param work where the mined spaces are
   * @param rows how many rows of the store are mined an epoch
   */
  public Assembler(
      EmbeddingStore store, MiningOptions options, WorkFolder work, int rows, Target target) {
    this.store = store;
    this.options = options;
    this.work = work;
    this.layout = target.layout();
    this.rows = rows;
    this.spaces = SearchSpaces.count(rows, options.searchSpace());
    this.imageIds = store.hasImageIds() ? store::imageId : row -> null;
    this.captions = store.hasCaptions() ? store::caption : row -> null;
    Map<String, String> metadata =
        Map.of(
            "falcon." + layout.name() + ".version",
            Integer.toString(layout.version()),
            "falcon.provenance",
            Json.line(target.provenance()));
    this.table = TableWriter.create(target.output(), target.format(), layout.schema(), metadata);
  }

  /**
   * Says that a unit's file is in the work folder. Units may come in any order, from any thread.
   *
   * @throws RuntimeException that an earlier one could not be appended
   */
  public void mined(MiningUnit unit) {
    requireNoFailure();
    thread.execute(() -> take(unit));
  }

  /**
   * Writes what is left and moves the table into place; all units have been mined.
   *
   * @param rejected rows of the store that could not be used
   * @return what the table holds
   */
  public MiningSummary finish(long rejected) {
    stop();
    requireNoFailure();
    if (next.epoch() < options.epochs()) {
      throw new IllegalStateException("not mined: " + next);
    }
    table.commit();
    return summary.build(store.rows(), rejected, options.epochs());
  }

  @Override
  public void close() {
    try (table) {
      thread.shutdownNow();
      stop();
    }
  }

  private void take(MiningUnit unit) {
    if (failure != null) {
      return;
    }
    waiting.add(unit);
    try {
      while (waiting.remove(next)) {
        append(next);
        boolean last = next.space() + 1 == spaces;
        next =
            last
                ? new MiningUnit(next.epoch() + 1, 0)
                : new MiningUnit(next.epoch(), next.space() + 1);
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  private void append(MiningUnit unit) {
    MinedSpace mined = MinedSpace.read(work.file(unit));
    layout.append(table, unit, mined, store);
    summary.add(
        mined, SearchSpaces.rows(rows, options.searchSpace(), unit.space()), imageIds, captions);
  }

  private void requireNoFailure() {
    Throwable seen = failure;
    if (seen instanceof RuntimeException exception) {
      throw exception;
    }
    if (seen instanceof Error error) {
      throw error;
    }
  }

  /** Waits for the writing thread to end what it was given. */
  private void stop() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS)) {
        throw new IllegalStateException("the writing thread does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
