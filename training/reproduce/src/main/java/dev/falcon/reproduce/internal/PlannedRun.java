// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.reproduce.model.Variant;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import java.nio.file.Path;
import java.util.List;

/**
 * A planned run of a comparison.
 *
 * @param variant the variant
 * @param config the complete configuration
 * @param folder the run's folder, which no other run uses
 * @param asked whether the run is executed; otherwise only existing results are read
 * @param needs the folders of the runs that must end first
 * @param tasks the fine-tuning of its checkpoint
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
    return true; // the run's own process checks the networks that it reads
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
