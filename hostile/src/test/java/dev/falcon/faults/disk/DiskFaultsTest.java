// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The short form: of every errand some calls fail, always the same ones. A process of its own runs
 * them, for a JVM has one file system for its life. {@code -Dfalcon.diskfaults=0} has every call
 * fail, which takes an hour.
 */
class DiskFaultsTest {
  private static final String MOST = System.getProperty("falcon.diskfaults", "6");
  private static final String SEED = "1";

  @TempDir private Path folder;

  @Test
  void failuresAreNamedAndWorkResumes() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Its coverage agent, too: a file of coverage is locked while it is written.
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.add("-Djava.nio.file.spi.DefaultFileSystemProvider=" + DiskProvider.class.getName());
    command.add("-Dfalcon.home=" + System.getProperty("falcon.home"));
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(List.of(DiskFaultTable.class.getName(), folder.toString(), MOST, SEED));
    Path said = folder.resolve("said.txt");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    builder.redirectErrorStream(true).redirectOutput(said.toFile());

    int exitCode = builder.start().waitFor();

    String text = Files.readString(said);
    assertThat(exitCode).as(text).isZero();
    assertThat(text.lines().filter(line -> line.contains("REFUSED="))).hasSizeGreaterThan(20);
    assertThat(text.lines().filter(line -> line.startsWith(DiskFaultTable.NOT_HELD))).isEmpty();
  }
}
