// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.reproduce.model.Downstream;
import dev.falcon.training.run.RunFolder;
import java.nio.file.Path;
import java.util.List;

/**
 * The fine-tuning of a run's checkpoint on one task.
 *
 * @param task the task
 * @param command the {@code falcon} command
 * @param request the complete configuration
 * @param threads the number of the engine's threads
 * @param identity the identity, which does not depend on where the comparison is stored
 * @param folder the task's folder, which no other work uses
 * @param asked whether the task is executed; otherwise only existing results are read
 * @param pretraining the run's folder
 */
public record PlannedTask(
    Downstream.Task task,
    List<String> command,
    String request,
    int threads,
    RunIdentity identity,
    Path folder,
    boolean asked,
    Path pretraining)
    implements PlannedWork {
  @Override
  public List<Path> needs() {
    return List.of(pretraining);
  }

  @Override
  public boolean possible() {
    return new RunFolder(pretraining).finished();
  }

  @Override
  public String name() {
    return identity.variant() + " with seed " + identity.seed();
  }

  @Override
  public boolean sharesStart(PlannedWork other) {
    return false; // it starts from the run's weights, which exist
  }
}
