// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On a device, what is read of an array is a copy that stays until somebody frees it. */
class DeviceMemoryTest {
  @TempDir private Path folder;

  /**
   * With a checkpoint after every step, the arrays that live between steps are as many at the end
   * as when the last of them was made: neither steps nor checkpoints leave any behind.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "method.name=falcon",
        "scheduler.reward=itc+itm+mlm",
        "method.name=albef",
        "objective.loss=soft"
      })
  void neitherStepsNorCheckpointsLeaveArraysBehind(String override) {
    Set<NDArray> others = Collections.newSetFromMap(new IdentityHashMap<>());
    others.addAll(PretendedDevice.arrays());
    List<Integer> counts = new ArrayList<>();
    TinyRuns.train(
        TinyRuns.config(override, "checkpoint.every_steps=1"),
        folder,
        "run",
        () -> {
          List<NDArray> arrays = PretendedDevice.arrays();
          arrays.stream().filter(array -> !others.contains(array)).forEach(PretendedDevice::mark);
          counts.add(arrays.size());
          return false;
        });
    assertThat(counts).hasSizeGreaterThan(20);
    // The scheduler and its optimiser make theirs at their first step, early in the second epoch.
    assertThat(counts.subList(12, counts.size())).containsOnly(counts.get(11));
  }
}
