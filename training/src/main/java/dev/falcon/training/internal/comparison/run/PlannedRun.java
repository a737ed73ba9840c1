package dev.falcon.training.internal.comparison.run;

import dev.falcon.training.comparison.design.Variant;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.store.RunFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A run of a comparison.
 *
 * @param variant what is trained
 * @param config all of it
 * @param folder its files, and nobody else's
 * @param asked whether it is to be brought to its end, or only read where it is there
 * @param needs the folders of runs that must be at their end before
 */
public record PlannedRun(
    Variant variant, TrainConfig config, Path folder, boolean asked, List<Path> needs) {
  RunIdentity identity() {
    Path comparison = folder.getParent().getParent().getParent(); // of runs/VARIANT/seed-N
    return RunIdentity.of(variant.name(), config, comparison);
  }

  RunFolder files() {
    return new RunFolder(folder);
  }

  /** The name in messages. */
  String name() {
    return variant.name() + " with seed " + config.seed();
  }

  /** What its folder holds that is not this run, or null. */
  String foreign() {
    if (Files.exists(folder.resolve(RunIdentity.FILE))) {
      String difference = identity().difference(RunIdentity.read(folder));
      return difference == null ? null : "a run of " + difference;
    }
    return Files.exists(files().config()) ? "a run of no comparison" : null;
  }

  /** Whether this run looks at another one's network. */
  boolean needs(PlannedRun other) {
    return needs.contains(other.folder);
  }

  /** Its training has begun, so that its first weights have been made. */
  public boolean begun() {
    return Files.exists(files().metrics());
  }

  /** Whether the first weights of both come from the same place. */
  boolean sharesStart(PlannedRun other) {
    return config.start().equals(other.config.start())
        && config.model().equals(other.config.model())
        && config.data().equals(other.config.data());
  }
}
