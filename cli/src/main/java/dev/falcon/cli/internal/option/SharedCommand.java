// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The command that tasks run. Repeated without {@code --shard}, it completes their work.
 *
 * @param arguments the arguments without those of the task
 * @param folder the working folder
 */
public record SharedCommand(List<String> arguments, String folder) {
  private static final String FILE = "command.json";
  private static final String SHARD = "--shard";

  public SharedCommand {
    arguments = List.copyOf(arguments);
  }

  /** Returns the running command. */
  public static SharedCommand of(CommandSpec spec) {
    List<String> kept = new ArrayList<>();
    List<String> given = spec.root().commandLine().getParseResult().originalArgs();
    for (int i = 0; i < given.size(); i++) {
      if (given.get(i).equals(SHARD)) {
        i++;
      } else if (!given.get(i).startsWith(SHARD + "=")) {
        kept.add(given.get(i));
      }
    }
    return new SharedCommand(kept, here());
  }

  private static String here() {
    return Path.of("").toAbsolutePath().toString();
  }

  /** Stores the command for the merge, in a folder that tasks share. */
  public void keepIn(Path work) {
    Json.writeAttempt(work.resolve(FILE), this);
  }

  /** Returns whether tasks have stored a command in a folder. */
  public static boolean isIn(Path work) {
    return Folders.exists(work.resolve(FILE));
  }

  /**
   * Returns the command that tasks have stored.
   *
   * @param work the folder that tasks share
   * @param output the tasks' output, for the message of a failure
   * @throws FalconException if the command was run in another working folder, so that its relative
   *     paths would differ
   */
  public static SharedCommand keptIn(Path work, Path output) {
    SharedCommand kept = Json.read(work.resolve(FILE), SharedCommand.class);
    if (!kept.folder().equals(here())) {
      throw new FalconException(
          output + ": merge it in the working folder of the tasks, " + kept.folder());
    }
    return new SharedCommand(FormerWords.of(kept.arguments()).words(), kept.folder());
  }
}
