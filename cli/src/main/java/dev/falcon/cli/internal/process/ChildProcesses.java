// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import dev.falcon.reproduce.model.ComparisonRequest.Processes;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Starts further processes of this program, with the same JVM, flags and class path. */
public final class ChildProcesses {
  private static final String MAIN = "dev.falcon.cli.Main";

  private static final int HEAP_PERCENT = 75;

  private ChildProcesses() {}

  /**
   * Returns the command line of a child.
   *
   * @param atATime the number of children that share the machine's memory
   */
  public static Processes ofThisOne(int atATime) {
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
    return new Processes(command, System.getProperty("java.class.path"));
  }
}
