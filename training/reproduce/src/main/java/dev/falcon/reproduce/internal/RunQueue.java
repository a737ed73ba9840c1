// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.reproduce.model.ComparisonRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Executes runs, several at a time, each in its own process, since a process has a single engine,
 * which belongs to the thread that opened it.
 */
final class RunQueue {
  private static final int PATIENCE_MILLIS = 100;

  private final ComparisonRequest request;
  private final List<? extends PlannedWork> all;
  private final Deque<PlannedWork> waiting = new ArrayDeque<>();
  private final List<Running> running = new ArrayList<>();

  private record Running(PlannedWork run, Process process) {}

  public RunQueue(ComparisonRequest request, List<? extends PlannedWork> all) {
    this.request = request;
    this.all = all;
  }

  /** Executes all requested runs that have not ended, and returns when all processes have ended. */
  public void work() {
    for (PlannedWork run : all) {
      if (run.asked() && !RunStatus.of(run).ended()) {
        waiting.add(run);
      }
    }
    Progress.Task task = request.watch().progress().begin("comparison", waiting.size(), "runs");
    try (task) {
      while (!waiting.isEmpty() || !running.isEmpty()) {
        if (request.watch().stop().getAsBoolean()) {
          waiting.clear();
        } else {
          startSome();
        }
        int ended = reap();
        if (ended > 0) {
          task.advance(ended);
        }
      }
    } finally {
      stop();
    }
  }

  private void startSome() {
    while (running.size() < request.jobs()) {
      PlannedWork next = next();
      if (next == null) {
        return;
      }
      running.add(new Running(next, start(next)));
    }
  }

  /**
   * Returns the next run that can start. Of several runs with the same initial weights, the first
   * runs alone until it has computed the weights, and the others find them. A run is skipped if a
   * run that it needs did not finish.
   */
  private PlannedWork next() {
    for (Iterator<PlannedWork> it = waiting.iterator(); it.hasNext(); ) {
      PlannedWork run = it.next();
      if (all.stream().anyMatch(other -> run.needs(other) && isComing(other))) {
        continue;
      }
      if (!run.possible()) {
        it.remove();
        continue;
      }
      boolean made = all.stream().anyMatch(other -> other.begun() && other.sharesStart(run));
      boolean inTheMaking = running.stream().anyMatch(other -> other.run().sharesStart(run));
      if (made || !inTheMaking) {
        it.remove();
        return run;
      }
    }
    return null;
  }

  private boolean isComing(PlannedWork run) {
    return waiting.contains(run) || running.stream().anyMatch(each -> each.run().equals(run));
  }

  private Process start(PlannedWork run) {
    if (run.foreign().isPresent()) {
      run.files().clear();
    }
    Path config = run.folder().resolve("request.yaml");
    try {
      Files.createDirectories(run.folder());
      run.identity().write(run.folder());
      try (AtomicFile file = AtomicFile.create(config)) {
        Files.writeString(file.path(), run.request());
        file.commit();
      }
      ProcessBuilder builder = new ProcessBuilder(command(run, config));
      builder.environment().put("CLASSPATH", request.processes().classPath());
      if (run.threads() > 0) {
        builder.environment().put("OMP_NUM_THREADS", Integer.toString(run.threads()));
      }
      builder.redirectErrorStream(true);
      builder.redirectOutput(run.folder().resolve(RunStatus.LOG).toFile());
      Process process = builder.start();
      process.getOutputStream().close();
      return process;
    } catch (IOException e) {
      throw new FalconException(run.folder() + ": cannot be run: " + e.getMessage(), e);
    }
  }

  private List<String> command(PlannedWork run, Path config) {
    List<String> command = new ArrayList<>(request.processes().command());
    command.addAll(run.command());
    command.addAll(List.of("--config", config.toString()));
    command.addAll(List.of("--out", run.folder().toString()));
    command.addAll(List.of("--cache", request.out().resolve("cache").toString()));
    return command;
  }

  /** Waits briefly, removes processes that have ended, and returns their number. */
  private int reap() {
    int ended = 0;
    try {
      if (request.watch().stop().getAsBoolean()) {
        // A process that is already exiting ignores a second request.
        running.forEach(each -> each.process().destroy());
      }
      if (!running.isEmpty()) {
        running.get(0).process().waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FalconException("the comparison was interrupted", e);
    }
    for (Iterator<Running> it = running.iterator(); it.hasNext(); ) {
      Running each = it.next();
      if (!each.process().isAlive()) {
        it.remove();
        ended++;
        RunStatus status = RunStatus.of(each.run());
        if (status.kind() == RunStatus.Kind.INTERRUPTED && !request.watch().stop().getAsBoolean()) {
          RunStatus.writeFailure(each.run(), each.process().exitValue());
          status = RunStatus.of(each.run());
        }
        if (status.kind() != RunStatus.Kind.FINISHED && !request.watch().stop().getAsBoolean()) {
          request.watch().notes().accept(each.run().name() + ": " + status.describe());
        }
      }
    }
    return ended;
  }

  private void stop() {
    running.forEach(each -> each.process().destroy());
  }
}
