// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.laboratory;

import dev.falcon.cli.internal.again.RecordedRequest;
import dev.falcon.cli.internal.again.RemakeOptions;
import dev.falcon.data.InputRole;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.verify.FoundInputs;
import dev.falcon.data.work.OutputFile;
import dev.falcon.training.config.ConfigTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;

/** Builds the command lines of training runs and of exports. */
final class RemakeRuns {
  private static final String CONFIG = "config.yaml";

  private RemakeRuns() {}

  /**
   * Adds the run's own configuration, which is what the record holds, and which names files as the
   * user did.
   */
  static void train(RecordedRequest request, RemakeOptions words, FoundInputs inputs) {
    Path run = request.recorded().record().toAbsolutePath().getParent();
    if (!Folders.isFolder(request.recorded().output())) {
      throw new RequestException("a run is made again as a whole; name its folder " + run);
    }
    Path config = run.resolve(CONFIG);
    String recorded = words.take("config").map(Object::toString).orElse("");
    if (!Folders.isFile(config) || !isRecorded(config, recorded)) {
      throw new RequestException(config + ": is not the configuration that is recorded");
    }
    requireRecorded(config, request);
    words.flag("--config", config);
    for (InputRole named : EnumSet.allOf(InputRole.class)) {
      inputs.files(named); // the configuration names them
    }
  }

  /**
   * Refuses a configuration that names a file or folder without a recorded input in it: anybody can
   * write a configuration, and its record does not list other files of this machine.
   */
  private static void requireRecorded(Path config, RecordedRequest request) {
    List<Path> recorded =
        request.recorded().provenance().inputs().stream()
            .flatMap(input -> request.found().path(input).stream())
            .toList();
    for (Path named : ConfigTree.inputs(ConfigTree.parse(config))) {
      boolean pictures =
          request.imageRoot().filter(root -> OutputFile.isIn(named, root)).isPresent();
      if (!pictures && recorded.stream().noneMatch(input -> OutputFile.isIn(input, named))) {
        throw new RequestException(
            config
                + ": names "
                + named
                + ", of which no file is a recorded input; if these are its pictures, name them"
                + " with --image-root");
      }
    }
  }

  private static boolean isRecorded(Path config, String recorded) {
    try {
      return ConfigTree.published(Files.readString(config)).equals(ConfigTree.published(recorded));
    } catch (IOException e) {
      return false;
    }
  }

  static void export(RemakeOptions words, FoundInputs inputs) {
    for (String derived : new String[] {"method", "data", "step", "config", "task", "finetuning"}) {
      words.take(derived); // of the checkpoint
    }
    Path checkpoint = inputs.file(InputRole.CHECKPOINT).toAbsolutePath();
    Path run = checkpoint.getParent().getParent();
    if (run == null) {
      throw new RequestException(checkpoint + ": lies in no folder of a run");
    }
    words.word(run.toString()).flag("--checkpoint", checkpoint);
  }
}
