// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A program that fails, and says why in an encoding of its own. */
final class LatinSpice {
  private LatinSpice() {}

  public static void main(String[] arguments) throws IOException {
    System.out.write("no m\u00e9mory\n".getBytes(StandardCharsets.ISO_8859_1));
    System.exit(3);
  }
}
