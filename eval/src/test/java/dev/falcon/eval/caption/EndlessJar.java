// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A program that leaves a temporary file and its number beside its jar, and never ends. */
public final class EndlessJar {
  private EndlessJar() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Files.createTempFile("left", "");
    Path number = Path.of("number.partial");
    Files.writeString(number, Long.toString(ProcessHandle.current().pid()));
    Files.move(number, Path.of("number"));
    Thread.sleep(Long.MAX_VALUE);
  }
}
