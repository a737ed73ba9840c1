// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks.material;

import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A temporary folder, which is deleted when it is closed.
 *
 * @param path where it is
 */
public record Scratch(Path path) implements AutoCloseable {
  public static Scratch create() throws IOException {
    return new Scratch(Files.createTempDirectory("falcon-benchmark"));
  }

  /** A path in it. */
  public Path resolve(String name) {
    return path.resolve(name);
  }

  @Override
  public void close() {
    Folders.delete(path);
  }
}
