package dev.falcon.cli.internal.option;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The command given to tasks, which completes their work when it is repeated without {@code
 * --shard}.
 *
 * @param arguments without those of the task
 * @param folder the working folder
 */
public record SharedCommand(List<String> arguments, String folder) {
  private static final String FILE = "command.json";
  private static final String SHARD = "--shard";

  public SharedCommand {
    arguments = List.copyOf(arguments);
  }

  /** The running command. */
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

  /** Stores it for the merge, in a folder shared by tasks. */
  public void keepIn(Path work) {
    Json.writeAttempt(work.resolve(FILE), this);
  }

  /** Returns whether tasks have stored a command in a folder. */
  public static boolean isIn(Path work) {
    return Files.exists(work.resolve(FILE));
  }

  /**
   * The command that tasks have stored.
   *
   * @param work the folder shared by tasks
   * @param output their output, for the message of a failure
   * @throws FalconException if it was run in another working folder, so that its relative paths
   *     differ
   */
  public static SharedCommand keptIn(Path work, Path output) {
    SharedCommand kept = Json.read(work.resolve(FILE), SharedCommand.class);
    if (!kept.folder().equals(here())) {
      throw new FalconException(
          output + ": merge in the folder in which the tasks ran, " + kept.folder());
    }
    return kept;
  }
}
