// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.falcon.data.FalconException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Json;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.RecordedOptions;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The options of mining in a form that can be sent to executors: as they are recorded, with a
 * scheduler's graph and its digest, but without a list of vetoes, which is sent as pairs of rows.
 *
 * @param recorded the text of {@link RecordedOptions}
 * @param scheduler the bytes of the graph; none without a scheduler
 */
record OptionsOnWire(String recorded, long seed, byte[] scheduler, String schedulerDigest)
    implements Serializable {
  /** The graphs that this JVM has received, by their digests. */
  private static final Map<String, Path> GRAPHS = new HashMap<>();

  static OptionsOnWire of(MiningOptions options) {
    byte[] scheduler =
        options.policy() instanceof QuantilePolicy.Scheduled scheduled
            ? read(scheduled.graph().orElseThrow())
            : new byte[0];
    return new OptionsOnWire(
        Json.line(RecordedOptions.of(options)), options.seed(), scheduler, Sha256.of(scheduler));
  }

  private static byte[] read(Path graph) {
    try {
      return Files.readAllBytes(graph);
    } catch (IOException e) {
      throw new FalconException(graph + ": cannot be read: " + e.getMessage(), e);
    }
  }

  MiningOptions options() {
    Optional<Path> graph = scheduler.length == 0 ? Optional.empty() : Optional.of(graph());
    try {
      Map<String, Object> options =
          Json.mapper().readValue(recorded, new TypeReference<Map<String, Object>>() {});
      return RecordedOptions.of(options).options(seed, graph, Optional.empty());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the options that were sent are no JSON", e);
    }
  }

  /** Returns the scheduler's graph as a file of this JVM. */
  private Path graph() {
    synchronized (GRAPHS) {
      Path there = GRAPHS.get(schedulerDigest);
      if (there == null) {
        if (!Sha256.of(scheduler).equals(schedulerDigest)) {
          throw new FalconException("the scheduler's graph differs from the one that was sent");
        }
        try {
          there = Files.createTempFile("falcon-scheduler-", ".onnx");
          there.toFile().deleteOnExit();
          Files.write(there, scheduler);
        } catch (IOException e) {
          throw new FalconException("the scheduler's graph cannot be kept: " + e.getMessage(), e);
        }
        GRAPHS.put(schedulerDigest, there);
      }
      return there;
    }
  }
}
