// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.Progress;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreCheck;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.internal.run.Assembler;
import dev.falcon.mining.internal.run.MiningRun;
import dev.falcon.mining.internal.run.WorkFolder;
import dev.falcon.mining.plan.OutputTable;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a table is not completed after. */
class AssemblerTest {
  @TempDir private Path folder;
  private MiningRun run;
  private WorkFolder work;

  @BeforeEach
  void open() {
    EmbeddingStore store =
        TestStores.write(folder.resolve("store"), TestVectors.generate(40, 8, 4, 1));
    MiningRequest request =
        new MiningRequest(
            store,
            MiningOptions.of(Policies.parse("grit").quantiles()).withSizes(20, 5),
            folder.resolve("plan.parquet"),
            TableFormat.PARQUET,
            new MiningRequest.Execution(1, 1L << 28),
            false);
    run =
        MiningRun.open(
            request,
            Sessions.onCpu(),
            new BatchPlan(),
            read -> StoreCheck.run(read, Progress.NONE));
    work = WorkFolder.shared(folder.resolve("work"));
  }

  @AfterEach
  void close() {
    run.close();
  }

  private OutputTable piece(String name, int from, int to, OutputTable.Written written) {
    return new OutputTable(run.plan().units().subList(from, to), folder.resolve(name), written);
  }

  @Test
  void anErrorOfTheWritingThreadIsThrownToWhoWaits() {
    OutputTable first =
        piece(
            "first",
            0,
            1,
            (summary, rows) -> {
              throw new OutOfMemoryError("of the writing thread");
            });
    OutputTable second = piece("second", 1, 2, (summary, rows) -> {});

    assertThatThrownBy(() -> run.write(work, List.of(first, second), Progress.NONE))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("of the writing thread");
    assertThat(second.file()).doesNotExist();
  }

  @Test
  void aTableThatLacksASpaceIsNotCompleted() {
    OutputTable piece = piece("plan", 0, 2, (summary, rows) -> {});
    try (Assembler assembler = new Assembler(run.tables(), work, List.of(piece))) {
      assertThatThrownBy(assembler::finish)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("not mined: " + piece.units().get(0));
    }
    assertThat(piece.file()).doesNotExist();
  }

  @Test
  void anInterruptedThreadDoesNotWait() {
    CountDownLatch end = new CountDownLatch(1);
    OutputTable first = piece("first", 0, 1, (summary, rows) -> await(end));
    OutputTable second = piece("second", 1, 2, (summary, rows) -> {});
    run.write(work, List.of(piece("mined", 0, 2, (summary, rows) -> {})), Progress.NONE);
    try (Assembler assembler = new Assembler(run.tables(), work, List.of(first, second))) {
      run.plan().units().forEach(assembler::mined);
      Thread.currentThread().interrupt();
      assertThatThrownBy(assembler::finish)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("interrupted");
      assertThat(Thread.interrupted()).as("who called sees it, too").isTrue();
      end.countDown();
    }
    assertThat(second.file()).doesNotExist();
  }

  private static void await(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
