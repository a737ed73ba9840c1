// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import dev.falcon.cli.internal.process.ChildProcesses;
import dev.falcon.cli.internal.process.Interruption;
import dev.falcon.cli.internal.process.ProcessEnd;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Runs commands in a JVM of their own, for what a JVM learns once in its life. */
public final class Elsewhere {
  private static final String THEN = "--then";

  /** How the first command that failed ended, or 0, and all that was said. */
  public record Result(int exitCode, String said) {}

  private final Path working;
  private final List<String> jvm = new ArrayList<>();
  private final String classPath;
  private final Map<String, String> environment;
  private final List<String> words = new ArrayList<>();

  /**
   * @param environment what is there besides this process's, or in its place
   * @param flags of the JVM
   */
  public Elsewhere(Path working, Map<String, String> environment, String... flags) {
    this.working = working;
    this.environment = environment;
    ChildProcesses processes = ChildProcesses.ofThisOne(1);
    jvm.addAll(processes.command().subList(0, processes.command().size() - 1));
    jvm.add("-Dfalcon.home=" + System.getProperty("falcon.home"));
    jvm.addAll(List.of(flags));
    classPath = absolute(processes.classPath());
  }

  /**
   * As the other, with a JVM that starts in another way.
   *
   * @param jvm the program and its flags
   */
  public Elsewhere(
      Path working, Map<String, String> environment, List<String> jvm, String classPath) {
    this.working = working;
    this.environment = environment;
    this.jvm.addAll(jvm);
    this.classPath = classPath;
  }

  /** Adds a command, with its words separated by blanks. */
  public Elsewhere then(String command) {
    if (!words.isEmpty()) {
      words.add(THEN);
    }
    words.addAll(Arrays.asList(command.split(" ", -1)));
    return this;
  }

  public Result run() throws IOException, InterruptedException {
    Process process = builder().start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(
        process.waitFor(),
        said.replace("WARNING: Using incubator modules: jdk.incubator.vector\n", ""));
  }

  /** Begins, with all that is said in a file. */
  public Process start(Path said) throws IOException {
    return builder().redirectOutput(said.toFile()).start();
  }

  private ProcessBuilder builder() {
    List<String> command = new ArrayList<>(jvm);
    command.add(Commands.class.getName());
    command.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(command).directory(working.toFile());
    builder.environment().put("CLASSPATH", classPath);
    builder.environment().putAll(environment);
    return builder.redirectErrorStream(true);
  }

  private static String absolute(String classPath) {
    return String.join(
        ":",
        Arrays.stream(classPath.split(":", -1))
            .map(each -> "" + Path.of(each).toAbsolutePath())
            .toList());
  }

  /** Ends at the first command that fails. */
  static final class Commands {
    private Commands() {}

    public static void main(String[] words) {
      Interruption.handleSignals(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
      List<String> command = new ArrayList<>();
      int exitCode = 0;
      for (int i = 0; i <= words.length && exitCode == 0; i++) {
        if (i == words.length || words[i].equals(THEN)) {
          exitCode = Main.run(command.toArray(String[]::new));
          command.clear();
        } else {
          command.add(words[i]);
        }
      }
      ProcessEnd.with(exitCode);
    }
  }
}
