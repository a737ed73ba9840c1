// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import java.io.IOException;
import java.io.Writer;

/**
 * The standard error of a command that runs within another command. The line that reports its
 * failure is kept, and everything else is passed on.
 */
final class RemakeFailure extends Writer {
  private static final String NAME = "falcon ";

  private final Writer out;
  private final StringBuilder line = new StringBuilder();
  private String failure = "";

  RemakeFailure(Writer out) {
    this.out = out;
  }

  /** Returns the last line of a failure, without the command's name; empty if there was none. */
  String failure() {
    return failure;
  }

  @Override
  public void write(char[] text, int from, int length) throws IOException {
    for (char each : new String(text, from, length).toCharArray()) {
      line.append(each);
      if (each == '\n' || each == '\r') {
        end();
      }
    }
  }

  private void end() throws IOException {
    String text = line.toString();
    line.setLength(0);
    int name = text.indexOf(": ");
    if (text.startsWith(NAME) && name > 0) {
      failure = text.substring(name + 2).strip();
    } else {
      out.write(text);
    }
  }

  @Override
  public void flush() throws IOException {
    // Progress is redrawn in place, without an end of line.
    if (line.length() > 0 && !NAME.startsWith(line.substring(0, Math.min(line.length(), 7)))) {
      out.write(line.toString());
      line.setLength(0);
    }
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.write(line.toString());
    line.setLength(0);
    out.flush();
  }
}
