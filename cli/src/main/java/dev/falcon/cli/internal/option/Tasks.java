// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.data.RequestException;
import dev.falcon.data.work.Shard;
import java.util.Map;

/** Determines which of several tasks this process is. */
public final class Tasks {
  private static final String AUTOMATIC = "auto";

  private Tasks() {}

  /** Parses {@code I/N}, or {@code auto} from the scheduler's environment variables. */
  public static Shard shard(String text) {
    return text.equals(AUTOMATIC) ? automatic(System.getenv()) : Shard.parse(text);
  }

  static Shard automatic(Map<String, String> environment) {
    if (environment.containsKey("SLURM_ARRAY_TASK_ID")) {
      int first = number(environment, "SLURM_ARRAY_TASK_MIN");
      int count = number(environment, "SLURM_ARRAY_TASK_COUNT");
      int last = number(environment, "SLURM_ARRAY_TASK_MAX");
      if (last - first + 1 != count) {
        throw new RequestException(
            "--shard auto needs an array without gaps; to run only some tasks, give --shard"
                + " $SLURM_ARRAY_TASK_ID/N");
      }
      return new Shard(number(environment, "SLURM_ARRAY_TASK_ID") - first, count);
    }
    if (environment.containsKey("JOB_COMPLETION_INDEX")) {
      if (!environment.containsKey("JOB_COMPLETIONS")) {
        throw new RequestException(
            "--shard auto needs JOB_COMPLETIONS beside JOB_COMPLETION_INDEX: set it to the job's"
                + " completions");
      }
      return new Shard(
          number(environment, "JOB_COMPLETION_INDEX"), number(environment, "JOB_COMPLETIONS"));
    }
    throw new RequestException(
        "--shard auto finds neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX; give --shard I/N");
  }

  private static int number(Map<String, String> environment, String name) {
    String value = environment.getOrDefault(name, "");
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new RequestException("--shard auto: " + name + " is not a number: '" + value + "'", e);
    }
  }
}
