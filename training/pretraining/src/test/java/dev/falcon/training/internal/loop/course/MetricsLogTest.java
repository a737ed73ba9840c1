// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.course;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.training.run.RunFolder;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsLogTest {
  @TempDir private Path folder;

  @Test
  void aLineBehindTheEndIsRefused() {
    RunFolder run = new RunFolder(folder);
    MetricsLog log = MetricsLog.open(run, 0, 0);
    log.close();
    assertThatThrownBy(() -> log.write(Map.of("step", 0)))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(run.metrics() + ": cannot be written: ");
  }
}
