package dev.falcon.training.internal.comparison.run;

import dev.falcon.training.comparison.design.Downstream;
import dev.falcon.training.internal.store.RunFolder;
import java.nio.file.Path;
import java.util.List;

/**
 * What a run's checkpoint is fine-tuned for.
 *
 * @param task what it learns
 * @param command of {@code falcon}
 * @param request the whole configuration
 * @param threads the engine's
 * @param identity of it; the same wherever the comparison lies
 * @param folder its files, and nobody else's
 * @param asked whether it is to be brought to its end, or only read where it is there
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
    return false; // its weights are the run's, which are there
  }
}
