// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import dev.falcon.data.work.Shard;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TasksTest {
  private static Map<String, String> slurm(int id, int first, int last, int count) {
    return Map.of(
        "SLURM_ARRAY_TASK_ID", Integer.toString(id),
        "SLURM_ARRAY_TASK_MIN", Integer.toString(first),
        "SLURM_ARRAY_TASK_MAX", Integer.toString(last),
        "SLURM_ARRAY_TASK_COUNT", Integer.toString(count));
  }

  @Test
  void anArraysTasksAreCountedFromItsFirst() {
    assertThat(Tasks.automatic(slurm(3, 1, 7, 7))).isEqualTo(new Shard(2, 7));
    assertThatThrownBy(() -> Tasks.automatic(slurm(4, 1, 4, 2)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("--shard $SLURM_ARRAY_TASK_ID/N");
  }

  @Test
  void anIndexedJobSaysItsCompletions() {
    assertThat(Tasks.automatic(Map.of("JOB_COMPLETION_INDEX", "4", "JOB_COMPLETIONS", "5")))
        .isEqualTo(new Shard(4, 5));
    assertThatThrownBy(() -> Tasks.automatic(Map.of("JOB_COMPLETION_INDEX", "4")))
        .hasMessageContaining("set it to the job's completions");
    assertThatThrownBy(
            () -> Tasks.automatic(Map.of("JOB_COMPLETION_INDEX", "x", "JOB_COMPLETIONS", "2")))
        .hasMessage("--shard auto: JOB_COMPLETION_INDEX is not a number: 'x'");
    assertThatThrownBy(() -> Tasks.automatic(Map.of())).hasMessageContaining("give --shard I/N");
  }
}
