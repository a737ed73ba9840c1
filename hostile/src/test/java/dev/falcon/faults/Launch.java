// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults;

import dev.falcon.cli.internal.process.ChildProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A process of this program, and what it says on standard error. */
public final class Launch {
  /** What is said of a run that goes well, too. */
  private static final Pattern NOTE =
      Pattern.compile(
          "WARNING: Using incubator .*|(device auto|truth: ).*|.*: does not exist and will be"
              + " created|.* with seed [0-9]+: failed: .*|an earlier run was stopped; .*");

  private final Process process;
  private final Path errors;

  /**
   * How a command has ended.
   *
   * @param said what it said, but for what it always says
   */
  public record End(int exitCode, String said) {
    public boolean isWhole() {
      return exitCode == 0;
    }

    /** Whether all is there but what could not be read. */
    public boolean isDone() {
      return exitCode == 0 || exitCode == 3;
    }

    /** Whether it was refused as all commands promise. */
    public boolean isRefusal() {
      return (exitCode == 1 || exitCode == 2)
          && said.lines().count() == 1
          && !said.contains("this is a bug");
    }

    @Override
    public String toString() {
      return "exit code " + exitCode + (said.isEmpty() ? "" : ", said: " + said.strip());
    }
  }

  private Launch(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
  }

  /**
   * Starts a command.
   *
   * @param before the words of a program that starts it
   * @param errors the file for what it says
   */
  static Launch of(List<String> command, List<String> before, Path errors) throws IOException {
    ChildProcesses processes = ChildProcesses.ofThisOne(1);
    List<String> words = new ArrayList<>(before);
    for (String word : processes.command()) {
      if (!word.contains("falcon.child")) {
        words.add(word);
      }
    }
    words.add(words.size() - 1, "-XX:-UsePerfData");
    words.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().put("CLASSPATH", processes.classPath());
    Files.createDirectories(errors.getParent());
    builder.redirectOutput(errors.resolveSibling(errors.getFileName() + ".out").toFile());
    builder.redirectError(errors.toFile());
    return new Launch(builder.start(), errors);
  }

  /** Waits for the end. */
  End end() throws IOException, InterruptedException {
    int exitCode = process.waitFor();
    return new End(exitCode, withoutNotes(Files.readAllLines(errors).stream()));
  }

  /** What was said, but for what is said of a run that goes well, too. */
  public static String withoutNotes(Stream<String> lines) {
    return lines
        .filter(line -> !NOTE.matcher(line).matches())
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  /** Waits so long, or until it ends; whether it goes on. */
  boolean goesOnFor(long millis) throws InterruptedException {
    return !process.waitFor(millis, TimeUnit.MILLISECONDS);
  }

  /** SIGKILL, to it and to all that it has started. */
  void kill() throws InterruptedException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
  }

  /** SIGSTOP or SIGCONT. */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(number())).start().waitFor();
  }

  long number() {
    return process.pid();
  }
}
