package dev.falcon.training.internal.store;

import dev.falcon.data.Provenance;
import dev.falcon.training.config.ConfigTree;
import dev.falcon.training.run.RunFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The provenance of a run: its configuration, and the files that it names. */
public final class RunProvenance {
  private RunProvenance() {}

  /**
   * The provenance.
   *
   * @param command such as {@code train}
   * @param yaml the effective configuration
   * @param named files and folders that the configuration names. Of a folder of another run its
   *     newest checkpoint is digested, and of other folders nothing
   * @param data the files of the datasets
   * @param torch the version of PyTorch's library
   */
  public static Provenance of(
      String command,
      long seed,
      String yaml,
      Collection<Path> named,
      Collection<Provenance.Input> data,
      String torch) {
    List<Provenance.Input> inputs = new ArrayList<>(data);
    for (Path path : named) {
      if (Files.isRegularFile(path)) {
        inputs.add(Provenance.Input.of(path));
      } else if (RunFolder.KIND.isIn(path)) {
        List<Path> checkpoints = new RunFolder(path).checkpointFiles();
        if (!checkpoints.isEmpty()) {
          inputs.add(Provenance.Input.of(checkpoints.get(checkpoints.size() - 1)));
        }
      }
    }
    return Provenance.of(
            command,
            seed,
            Map.of("config", ConfigTree.published(yaml)),
            inputs.stream().distinct().toList())
        .computedBy("pytorch", torch);
  }
}
