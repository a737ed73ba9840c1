// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StandardOutputTest {
  private static final byte[] RESULT = "result".getBytes(StandardCharsets.UTF_8);

  @Test
  void completeOutputIsNoFailure() throws IOException {
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    try (StandardOutput output = new StandardOutput(target)) {
      output.write(RESULT);
      output.write('s');

      assertThat(target).hasToString("results");
      assertThat(output.failure()).isEmpty();
    }
  }

  @Test
  void aPartThatWasLostIsNotForgottenForWhatFollows() throws IOException {
    try (PipedOutputStream pipe = new PipedOutputStream();
        StandardOutput output = new StandardOutput(pipe)) {
      assertThatThrownBy(() -> output.write(RESULT)).isInstanceOf(IOException.class);
      try (PipedInputStream reader = new PipedInputStream(pipe)) {
        output.write(RESULT);
        assertThat(reader.readNBytes(RESULT.length)).isEqualTo(RESULT);
      }

      assertThat(output.failure())
          .contains("standard output cannot be written: Pipe not connected");
    }
  }
}
