package dev.falcon.cli.internal.option;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.mining.audit.AuditTasks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The command that tasks were given, which ends their work when it is given without {@code
 * --shard}.
 *
 * @param arguments without those of the task
 * @param folder in which it was given
 */
public record SharedCommand(List<String> arguments, String folder) {
  private static final String FILE = "command.json";
  private static final String SHARD = "--shard";

  public SharedCommand {
    arguments = List.copyOf(arguments);
  }

  /** The command that is running. */
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

  /** Leaves it for the merge. */
  public void keep(AuditTasks tasks) {
    Json.writeAttempt(tasks.file(FILE), this);
  }

  /**
   * What tasks have left.
   *
   * @throws FalconException where it was given in another folder, so that its paths mean others
   */
  public static SharedCommand kept(AuditTasks tasks) {
    SharedCommand kept = Json.read(tasks.file(FILE), SharedCommand.class);
    if (!kept.folder().equals(here())) {
      throw new FalconException(
          tasks.folder() + ": merge in the folder in which the tasks ran, " + kept.folder());
    }
    return kept;
  }
}
