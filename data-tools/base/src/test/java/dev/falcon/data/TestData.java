// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Real files that are not part of the project; tests that want them skip where they are absent. */
public final class TestData {
  private TestData() {}

  /** A file or folder of the test data; skips the test where it is absent. */
  public static Path path(String name) {
    Path path = Path.of(System.getProperty("falcon.testdata", "no-test-data"), name);
    assumeTrue(Files.exists(path), () -> "skipped: test data " + path + " is absent");
    return path;
  }
}
