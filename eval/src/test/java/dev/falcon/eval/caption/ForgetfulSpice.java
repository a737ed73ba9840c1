// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A program that fails, and removes what it has said. */
final class ForgetfulSpice {
  private ForgetfulSpice() {}

  public static void main(String[] arguments) throws IOException {
    Files.delete(Path.of(arguments[0]).resolveSibling("log"));
    System.exit(3);
  }
}
