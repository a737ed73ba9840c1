package dev.falcon.training.internal.comparison.run;

import dev.falcon.training.comparison.design.Variant;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
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
 * @param tasks what its checkpoint is fine-tuned for
 */
public record PlannedRun(
    Variant variant,
    TrainConfig config,
    Path folder,
    boolean asked,
    List<Path> needs,
    List<PlannedTask> tasks)
    implements PlannedWork {
  @Override
  public RunIdentity identity() {
    Path comparison = folder.getParent().getParent().getParent(); // of runs/VARIANT/seed-N
    return RunIdentity.of(variant.name(), config.seed(), ConfigReader.write(config), comparison);
  }

  @Override
  public String name() {
    return variant.name() + " with seed " + config.seed();
  }

  @Override
  public boolean possible() {
    return true; // whether the networks that it looks at will do, its process says
  }

  @Override
  public List<String> command() {
    return List.of("train");
  }

  @Override
  public String request() {
    return ConfigReader.request(config);
  }

  @Override
  public int threads() {
    return config.threads();
  }

  @Override
  public boolean sharesStart(PlannedWork other) {
    return other instanceof PlannedRun run
        && config.start().equals(run.config.start())
        && config.model().equals(run.config.model())
        && config.data().equals(run.config.data());
  }
}
