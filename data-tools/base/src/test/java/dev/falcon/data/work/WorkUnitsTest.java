// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Units of work by the files of their results, and their division among tasks. */
class WorkUnitsTest {
  @TempDir private Path folder;

  private WorkUnits units(int... done) throws IOException {
    for (int unit : done) {
      Files.createFile(folder.resolve("unit-" + unit));
    }
    return new WorkUnits(7, unit -> folder.resolve("unit-" + unit));
  }

  @Test
  void aUnitIsDoneOnceItsResultExists() throws IOException {
    WorkUnits units = units(0, 2, 3);
    assertThat(units.missing()).containsExactly(1, 4, 5, 6);
    assertThat(units.isDone(3)).isTrue();
    WorkStatus status = units.status("plan", 3, new TreeMap<>());
    assertThat(status.done()).isEqualTo(3);
    assertThat(status.missing()).isEqualTo(units.missing());
    assertThat(status.missingTasks()).contains("--array=0-2 of 3");
  }

  @Test
  void missingUnitsNameTheirTasks() throws IOException {
    WorkUnits units = units(0, 1, 2, 3, 5);
    assertThatThrownBy(() -> units.requireAll(folder, 4, "parts", "mine them"))
        .isInstanceOf(FalconException.class)
        .hasMessage(folder + ": 2 of 7 parts are missing; mine them by tasks --array=0,2 of 4");
    units(4, 6).requireAll(folder, 4, "parts", "mine them");
  }

  @Test
  void aTasksShareIsWhatItOwns() {
    for (int count = 1; count < 6; count++) {
      for (int index = 0; index < count; index++) {
        Shard shard = new Shard(index, count);
        for (int units = 0; units < 20; units++) {
          assertThat(shard.share(units))
              .isEqualTo((int) IntStream.range(0, units).filter(shard::owns).count());
        }
      }
    }
  }
}
