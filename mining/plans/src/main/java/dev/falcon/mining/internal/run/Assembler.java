// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.run;

import dev.falcon.data.Futures;
import dev.falcon.data.table.TableWriter;
import dev.falcon.mining.plan.OutputTable;
import dev.falcon.mining.plan.PlanTable;
import dev.falcon.mining.plan.SummaryBuilder;
import dev.falcon.mining.shuffle.MiningUnit;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Writes the mined search spaces to tables, in order. A separate thread appends each space as soon
 * as it and all earlier spaces are mined, so that writing overlaps with mining.
 */
public final class Assembler implements AutoCloseable {
  private final PlanTable tables;
  private final WorkFolder work;
  private final ExecutorService thread = Futures.pool(1, "falcon-writing");
  // Used only by the writing thread, once it has work.
  private final Set<MiningUnit> waiting = new HashSet<>();
  private final Iterator<OutputTable> pieces;
  private OutputTable piece; // null once all are written
  private TableWriter table; // of the table
  private SummaryBuilder summary; // of the table
  private int next; // index of the table's next unit
  private volatile Throwable failure;

  /**
   * Starts the first table.
   *
   * @param work the folder of the mined spaces
   * @param pieces the tables, in order
   */
  public Assembler(PlanTable tables, WorkFolder work, List<OutputTable> pieces) {
    this.tables = tables;
    this.work = work;
    this.pieces = pieces.iterator();
    begin();
  }

  /**
   * Reports that a unit's file is in the work folder. Units may come in any order, from any thread.
   *
   * @throws RuntimeException if an earlier unit could not be appended
   */
  public void mined(MiningUnit unit) {
    requireNoFailure();
    thread.execute(() -> take(unit));
  }

  /**
   * Waits until everything is written, and completes the last table; all units must have been
   * mined. The table does not exist until then, so that a run interrupted at its last unit resumes
   * like any other.
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
    tables.append(table, summary, unit, work.read(unit));
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

  /** Waits for the writing thread to finish its queue. */
  private void stop() {
    thread.shutdown();
    try {
      thread.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS); // without a time limit
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
