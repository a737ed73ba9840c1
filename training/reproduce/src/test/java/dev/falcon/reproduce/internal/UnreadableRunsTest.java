// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.reproduce.model.ComparisonReader;
import dev.falcon.reproduce.model.ComparisonRequest;
import dev.falcon.reproduce.model.ComparisonRequest.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of a comparison whose files are not what they should be. */
class UnreadableRunsTest {
  @TempDir private Path folder;

  private ComparisonRequest request() {
    return request(new Processes(List.of("no such program"), ""), () -> false);
  }

  private ComparisonRequest request(Processes processes, BooleanSupplier stop) {
    return new ComparisonRequest(
        ComparisonReader.builtIn("scenes-quick"),
        ComparisonRequest.Chosen.ALL,
        1,
        folder.resolve("out"),
        false,
        false,
        Optional.empty(),
        processes,
        new ComparisonRequest.Watch(Progress.NONE, line -> {}, stop));
  }

  private PlannedRun run() {
    return Plan.of(request()).runs().get(0);
  }

  private static void refused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(FalconException.class).hasMessageStartingWith(message);
  }

  @Test
  void anIdentityMustSayWhichRunItIs() throws IOException {
    Path file = Files.writeString(folder.resolve("run.json"), "{\"seed\": 1, \"arithmetic\": 1}");
    refused(() -> RunIdentity.read(folder), file + ": does not say which run the folder holds");
  }

  @Test
  void aProcessThatCannotBeginIsNamedByItsFolder() throws IOException {
    PlannedRun run = run();
    refused(
        () -> new RunQueue(request(), List.of(run)).work(),
        run.folder() + ": cannot be run: Cannot run program \"no such program\"");
  }

  @Test
  void anInterruptedThreadEndsItsProcesses() {
    // Asked once before processes are started, and again before they are waited for.
    AtomicInteger asked = new AtomicInteger();
    BooleanSupplier interrupting =
        () -> {
          if (asked.incrementAndGet() == 2) {
            Thread.currentThread().interrupt();
          }
          return false;
        };
    Processes sleeping = new Processes(List.of("sh", "-c", "exec sleep 600"), "");

    refused(
        () -> new RunQueue(request(sleeping, interrupting), List.of(run())).work(),
        "the comparison was interrupted");

    assertThat(Thread.interrupted()).as("who called sees it, too").isTrue();
    assertThat(asked).hasValue(2);
  }

  @Test
  void foldersInThePlaceOfFilesAreNamed() throws IOException {
    PlannedRun run = run();
    Path log = Files.createDirectories(run.folder().resolve(RunStatus.LOG));
    refused(() -> RunStatus.of(run), log + ": cannot be read: ");
    refused(() -> RunStatus.writeFailure(run, 1), log + ": cannot be written: ");
    Files.delete(log);

    Path metrics = Files.createDirectories(run.files().metrics());
    refused(() -> RunReader.read(run), metrics + ": cannot be read: ");
  }
}
