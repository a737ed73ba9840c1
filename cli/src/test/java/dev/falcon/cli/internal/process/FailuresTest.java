// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.file.MappedFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class FailuresTest {
  @TempDir private Path folder;

  @Command(name = "falcon")
  private static final class Nothing {}

  private static String report(Throwable failure) {
    StringWriter errors = new StringWriter();
    CommandLine command = new CommandLine(new Nothing()).setErr(new PrintWriter(errors));
    assertThat(Failures.report(failure, command, null)).isEqualTo(1);
    return errors.toString().strip();
  }

  /** The platform reports such a fault without a name, and in a place that has nothing to do. */
  @Test
  void aMappedFileThatWasCutIsNamed() throws IOException {
    Path file = Files.write(folder.resolve("part-00000.arrow"), new byte[100]);
    Object mapping = new Object();
    MappedFiles.add(mapping, file);
    Throwable fault =
        new InternalError("a fault occurred in a recent unsafe memory access operation");
    // Other tests of this process may have left mappings of files that are gone.
    assertThat(report(fault)).doesNotContain(file.toString());

    Files.write(file, new byte[50]);

    assertThat(report(fault))
        .startsWith("falcon: ")
        .contains(file.toString())
        .endsWith("changed while it was read; the same command reads it again");
    assertThat(mapping).isNotNull(); // referenced until here
  }

  @Test
  void sayWhatAUserCanDo() {
    assertThat(report(new OutOfMemoryError("Java heap space")))
        .matches(
            "falcon: out of memory \\(Java heap space; the heap may have \\d+ MiB\\): raise it with"
                + " FALCON_JVM_FLAGS=-Xmx…, or hold less at a time");
    assertThat(
            report(new OutOfMemoryError("unable to create native thread: possibly out of memory")))
        .isEqualTo(
            "falcon: the system allows no more threads or processes; raise the limit (ulimit -u, or"
                + " that of the container), or use fewer threads");
    assertThat(report(new IllegalStateException(new StackOverflowError())))
        .startsWith("falcon: an input is nested more deeply than can be read");
    assertThat(report(new NoClassDefFoundError("ai/djl/Model")))
        .isEqualTo(
            "falcon: a library of this installation cannot be used:"
                + " java.lang.NoClassDefFoundError: ai/djl/Model");
    assertThat(report(new InvalidPathException("b\u00e4r", "Malformed input")))
        .startsWith("falcon: b\u00e4r: is not a possible file name in this locale");
    assertThat(report(new UncheckedIOException(new IOException("No space left on device"))))
        .startsWith("falcon: a file cannot be read or written: ")
        .endsWith("No space left on device");
  }

  @Test
  void aBugIsNamedWithItsPlace() {
    assertThat(report(new IllegalStateException("never")))
        .startsWith(
            "falcon: this is a bug in Falcon, please report it: java.lang.IllegalStateException:"
                + " never");
  }
}
