// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How further processes of this program are started: with the same JVM, flags and class path.
 *
 * @param command the program and its arguments, up to the words of a command
 * @param classPath the value of the environment's CLASSPATH
 */
public record ChildProcesses(List<String> command, String classPath) {
  private static final String MAIN = "dev.falcon.cli.Main";

  private static final int HEAP_PERCENT = 75;

  /**
   * Returns the command line of a child.
   *
   * @param atATime the number of children that share the machine's memory
   */
  public static ChildProcesses ofThisOne(int atATime) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      boolean ownHeap = flag.startsWith("-Xmx") || flag.startsWith("-XX:MaxRAMPercentage");
      boolean ownTerminal =
          flag.startsWith("-Dfalcon.terminal") || flag.startsWith("-Dfalcon.stderr");
      // A coverage agent of this process would write into the same file.
      if (!ownHeap && !ownTerminal && !flag.startsWith("-javaagent")) {
        command.add(flag);
      }
    }
    command.add("-D" + Interruption.CHILD + "=true");
    command.add(
        String.format(Locale.ROOT, "-XX:MaxRAMPercentage=%.1f", (double) HEAP_PERCENT / atATime));
    command.add(MAIN);
    return new ChildProcesses(command, System.getProperty("java.class.path"));
  }
}
