// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * How the entry point ends where a cluster's manager has called it: it takes any exit as failure.
 */
class OnClusterTest {
  /** Calls the entry point as a cluster's manager does. */
  static final class Manager {
    private static final String LINE = "manager: ";

    private Manager() {}

    public static void main(String[] arguments) {
      try {
        Main.main(arguments);
        System.out.println(LINE + "succeeded");
      } catch (RuntimeException e) {
        System.out.println(LINE + e.getMessage());
      }
    }
  }

  private static List<String> managed(String setting, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    command.add("-Dspark." + setting);
    command.add(Manager.class.getName());
    command.addAll(List.of(arguments));
    ProcessBuilder process = new ProcessBuilder(command).redirectErrorStream(true);
    process.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    Process begun = process.start();
    String said = new String(begun.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    begun.waitFor();
    return said.lines().filter(line -> line.startsWith(Manager.LINE)).toList();
  }

  @Test
  void returnsWhenDoneAndThrowsWhereItFails() throws IOException, InterruptedException {
    assertThat(managed("submit.deployMode=cluster", "--version"))
        .containsExactly("manager: succeeded");
    assertThat(managed("submit.deployMode=cluster", "merge", "no-such-folder"))
        .containsExactly(
            "manager: falcon has failed with exit code 2; its message is in the driver's log");
    assertThat(managed("kubernetes.submitInDriver=true", "--version"))
        .containsExactly("manager: succeeded");
    assertThat(managed("submit.deployMode=client", "--version")).isEmpty();
  }
}
