package dev.falcon.mining.internal.run;

import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.internal.plan.Piece;
import dev.falcon.mining.internal.plan.PlanTable;
import dev.falcon.mining.internal.space.MinedSpace;
import dev.falcon.mining.internal.summary.SummaryBuilder;
import dev.falcon.mining.shuffle.MiningUnit;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Puts the mined search spaces together, in order, as tables. A thread of its own appends each as
 * soon as it and all before it are mined, so that writing goes on beside the mining of what
 * follows.
 */
public final class Assembler implements AutoCloseable {
  private final PlanTable tables;
  private final WorkFolder work;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread made = new Thread(task, "falcon-writing");
            made.setDaemon(true);
            return made;
          });
  // Of the writing thread alone, once there is work.
  private final Set<MiningUnit> waiting = new HashSet<>();
  private final Iterator<Piece> pieces;
  private Piece piece; // null when all are written
  private TableWriter table; // of the piece
  private SummaryBuilder summary; // of the piece
  private int next; // number of its next unit
  private volatile Throwable failure;

  /**
   * Begins the first table.
   *
   * @param work where the mined spaces are
   * @param pieces what is written, in order
   */
  public Assembler(PlanTable tables, WorkFolder work, List<Piece> pieces) {
    this.tables = tables;
    this.work = work;
    this.pieces = pieces.iterator();
    begin();
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
   * Waits until all is written, and completes the last table; all units have been mined. Until then
   * it is not there, so that a run that stops at its last unit goes on like any other.
   */
  public void finish() {
    stop();
    requireNoFailure();
    if (piece == null) {
      return;
    }
    if (next < piece.units().size()) {
      throw new IllegalStateException("not mined: " + piece.units().get(next));
    }
    complete();
  }

  @Override
  public void close() {
    try {
      thread.shutdownNow();
      stop();
    } finally {
      if (table != null) {
        table.close();
      }
    }
  }

  private void begin() {
    piece = pieces.hasNext() ? pieces.next() : null;
    next = 0;
    if (piece != null) {
      table = tables.create(piece.file());
      summary = new SummaryBuilder();
    }
  }

  private void take(MiningUnit unit) {
    if (failure != null) {
      return;
    }
    waiting.add(unit);
    try {
      while (next < piece.units().size() && waiting.remove(piece.units().get(next))) {
        append(piece.units().get(next));
        next++;
        if (next == piece.units().size() && pieces.hasNext()) {
          complete();
        }
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  private void complete() {
    table.commit();
    piece.written().accept(summary, table.rows());
    begin();
  }

  private void append(MiningUnit unit) {
    tables.append(table, summary, unit, MinedSpace.read(work.file(unit)));
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
      thread.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS); // for ever
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
