// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.audit.AuditExport;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.request.AuditRequest;
import dev.falcon.mining.audit.request.AuditTarget;
import dev.falcon.mining.policy.Policies;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the library refuses, and no command can ask for. */
class WrongCallsTest {
  @TempDir private static Path folder;

  static Stream<Arguments> requests() {
    AuditTarget.Quantiles quantiles = new AuditTarget.Quantiles(List.of(1.0), 100);
    AuditTarget.Pairs pairs = new AuditTarget.Pairs(Path.of("pairs.csv"));
    return Stream.of(
        refused("memory=0", () -> new MiningRequest.Execution(1, 0)),
        refused(
            "name at least one threshold", () -> new AuditOptions(List.of(), 1, null, 0.95, 42)),
        refused("quantiles: name at least one", () -> new AuditTarget.Quantiles(List.of(), 100)),
        refused(
            "search-space must be at least 2; search-space=1",
            () -> new AuditTarget.Quantiles(List.of(1.0), 1)),
        refused(
            "a search space of 3 rows and dimension 4 needs 12 values; images have 12, texts 11",
            () -> new SpaceVectors(new float[12], new float[11], 3, 4)),
        refused("name an embedding store", () -> audit(quantiles, Optional.empty(), true)),
        refused("not both", () -> audit(pairs, Optional.of(Path.of("truth.csv")), true)),
        refused("no judge is named", () -> audit(pairs, Optional.empty(), false)),
        refused("the scheduler's graph is not named", () -> mine(store("scheduled"), "scheduler")));
  }

  private static Arguments refused(String message, ThrowingCallable call) {
    return arguments(message, call);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("requests")
  void aRequestThatCanNeverBeRightIsRefused(String message, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(RequestException.class).hasMessageContaining(message);
  }

  private static void audit(AuditTarget target, Optional<Path> truth, boolean scenes) {
    new AuditRequest(
        AuditRequest.Data.of(SampleSources.open("scenes:test,count=2")),
        target,
        new AuditRequest.Evidence(
            List.of(), truth, scenes, Optional.empty(), AuditRequest.Outside.NONE),
        AuditOptions.defaults(),
        folder.resolve("audit"),
        false,
        false);
  }

  private static EmbeddingStore store(String name) {
    return TestStores.write(folder.resolve(name), TestVectors.generate(12, 8, 4, 1));
  }

  private static void mine(EmbeddingStore store, String policy) {
    new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
        .mine(
            new MiningRequest(
                store,
                MiningOptions.of(Policies.parse(policy).quantiles()),
                folder.resolve("plan.parquet"),
                TableFormat.PARQUET,
                new MiningRequest.Execution(1, 1L << 28),
                false));
  }

  @Test
  void pairsThatAreNoneAreNotExported() throws IOException {
    Path pairs = Files.writeString(folder.resolve("pairs.parquet"), "no table");

    assertThatThrownBy(
            () ->
                new AuditExport(pairs, Optional.empty(), 0.5)
                    .positives(folder.resolve("positives.csv"), false))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(pairs + ": cannot be exported: ");
  }
}
