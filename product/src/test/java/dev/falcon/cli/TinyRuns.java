// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Training's smallest runs, as its own tests have them. */
public final class TinyRuns {
  private TinyRuns() {}

  /** Their configuration, upon scenes-tiny. */
  static Path file() {
    try {
      return Path.of(TinyRuns.class.getResource("/tiny.yaml").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The same as lines. */
  public static String keys() throws IOException {
    return Files.readString(file());
  }
}
