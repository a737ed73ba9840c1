// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Standard output that records write failures. The platform's own stream ignores them, so that a
 * result lost on a full disk would count as printed.
 */
public final class StandardOutput extends OutputStream {
  private static final String NO_READER = "Broken pipe";

  private final OutputStream target;
  private IOException failure;

  /** Creates the standard output of the process. */
  public StandardOutput() {
    this(new FileOutputStream(FileDescriptor.out));
  }

  StandardOutput(OutputStream target) {
    this.target = target;
  }

  /** Returns a writer of text to this stream. */
  public PrintWriter writer() {
    return new PrintWriter(this, true, StandardCharsets.UTF_8);
  }

  /**
   * Returns why the output could not be written; empty if it could, or if its reader, like {@code
   * head}, had read enough.
   */
  public Optional<String> failure() {
    return failure == null || NO_READER.equals(failure.getMessage())
        ? Optional.empty()
        : Optional.of("standard output cannot be written: " + failure.getMessage());
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      target.write(bytes, offset, length);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }
}
