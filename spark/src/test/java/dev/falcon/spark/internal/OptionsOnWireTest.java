// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.NamedPolicy;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.spark.TestPolicies;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionsOnWireTest {
  @TempDir private Path folder;

  @Test
  void everyPolicyArrivesAsItWasSent() throws IOException, ClassNotFoundException {
    Path graph = folder.resolve("scheduler.onnx");
    for (NamedPolicy policy : TestPolicies.all(graph)) {
      MiningOptions sent = options(policy);
      MiningOptions arrived = arrived(sent);
      if (policy.quantiles() instanceof QuantilePolicy.Scheduled) {
        QuantilePolicy.Scheduled scheduled =
            (QuantilePolicy.Scheduled) arrived.composition().policy();
        assertThat(scheduled.draw()).isEqualTo(QuantilePolicy.Draw.MODE);
        assertThat(scheduled.graph().orElseThrow())
            .isNotEqualTo(graph)
            .hasSameBinaryContentAs(graph);
      } else {
        assertThat(arrived).usingRecursiveComparison().isEqualTo(sent);
      }
    }
  }

  private static MiningOptions options(NamedPolicy policy) {
    return new MiningOptions(
        new Composition(policy.quantiles(), Composition.Level.BATCH, 2, 5),
        64,
        7,
        TestPolicies.LEVELS,
        2,
        9,
        true,
        policy.constraints(Constraints.NONE),
        0);
  }

  private static MiningOptions arrived(MiningOptions sent)
      throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(OptionsOnWire.of(sent));
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return ((OptionsOnWire) in.readObject()).options();
    }
  }
}
