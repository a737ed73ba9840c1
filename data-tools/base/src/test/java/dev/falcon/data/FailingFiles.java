// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Links to what the platform has of files that fail; tests skip where it has none. */
public final class FailingFiles {
  private FailingFiles() {}

  /** A file that is there and can be opened, and of which no byte can be read. */
  public static Path unreadable(Path link) throws IOException {
    return link(link, Path.of("/proc/self/mem"));
  }

  /** A file that can be opened, and that takes no byte. */
  public static Path full(Path link) throws IOException {
    return link(link, Path.of("/dev/full"));
  }

  private static Path link(Path link, Path target) throws IOException {
    assumeTrue(Files.exists(target), () -> "skipped: there is no " + target + " here");
    Files.deleteIfExists(link);
    return Files.createSymbolicLink(link, target);
  }
}
