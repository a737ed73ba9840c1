// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.toy;

import dev.falcon.onnx.export.graph.ExportedNetwork;
import dev.falcon.training.internal.framework.seam.ChunkSizes;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.framework.seam.Matcher;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.tensor.Parameters;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A framework of tests that matches no pairs, starts from no file and is not exported. */
public abstract class BareFramework implements Framework {
  @Override
  public final void bound(Parameters parameters) {}

  @Override
  public final ExportedNetwork exported() {
    throw new AssertionError("it is not exported");
  }

  @Override
  public final Optional<Matcher> matcher() {
    return Optional.empty();
  }

  @Override
  public final ChunkSizes chunks(int captionTokens) {
    return ChunkSizes.of(1, 1, 1);
  }

  @Override
  public final Map<String, Supplier<float[]>> imageWeights(SafeTensors file) {
    return Map.of();
  }

  @Override
  public final Map<String, Supplier<float[]>> textWeights(SafeTensors file) {
    return Map.of();
  }
}
