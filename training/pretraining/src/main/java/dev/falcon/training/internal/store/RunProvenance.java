// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.store;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.FolderListing;
import dev.falcon.data.file.Folders;
import dev.falcon.training.config.ConfigTree;
import dev.falcon.training.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The provenance of a run: its configuration, and the files that it names. */
public final class RunProvenance {
  private static final String CHECKPOINTS = "checkpoints";

  private RunProvenance() {}

  /**
   * Returns the provenance of a run.
   *
   * @param command the command, such as {@code train}
   * @param yaml the effective configuration
   * @param named the files and folders that the configuration names. For a folder of another run,
   *     its newest checkpoint is digested; for other folders, the names and lengths of the files,
   *     unless they hold the datasets
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
    List<Provenance.Input> inputs = new ArrayList<>(Provenance.Input.as(InputRole.DATA, data));
    for (Path path : named) {
      Optional<BasicFileAttributes> found = attributes(path);
      if (found.isPresent() && found.get().isRegularFile()) {
        inputs.add(Provenance.Input.of(InputRole.CONFIGURATION, path));
      } else if (found.isPresent() && attributes(path.resolve(CHECKPOINTS)).isPresent()) {
        inputs.add(Provenance.Input.of(InputRole.CHECKPOINT, newest(path)));
      } else if (found.isPresent() && !isOfData(path, data)) {
        inputs.add(FolderListing.input(path).as(InputRole.CONFIGURATION));
      }
    }
    return Provenance.of(
            command,
            seed,
            Map.of("config", ConfigTree.published(yaml)),
            inputs.stream().distinct().toList())
        .computedBy("pytorch", torch);
  }

  /** Returns whether a folder is a dataset, whose own inputs are recorded. */
  private static boolean isOfData(Path folder, Collection<Provenance.Input> data) {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    return data.stream()
        .anyMatch(
            input ->
                (name != null && input.name().equals(name.toString()))
                    || Folders.isFile(folder.resolve(input.name())));
  }

  private static Path newest(Path run) {
    List<Path> checkpoints = new RunFolder(run).checkpointFiles();
    if (checkpoints.isEmpty()) {
      throw new FalconException(
          run.resolve(CHECKPOINTS) + ": holds no checkpoint that can be read");
    }
    return checkpoints.get(checkpoints.size() - 1);
  }

  /**
   * Returns the attributes of a path; empty if it does not exist. A path that cannot be accessed is
   * not treated as absent.
   */
  private static Optional<BasicFileAttributes> attributes(Path path) {
    try {
      return Optional.of(Files.readAttributes(path, BasicFileAttributes.class));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new FalconException(path + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
