package dev.falcon.benchmarks;

import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A temporary folder, which is deleted when it is closed.
 *
 * @param path where it is
 */
record Scratch(Path path) implements AutoCloseable {
  static Scratch create() throws IOException {
    return new Scratch(Files.createTempDirectory("falcon-benchmark"));
  }

  /** A path in it. */
  Path resolve(String name) {
    return path.resolve(name);
  }

  @Override
  public void close() {
    Folders.delete(path);
  }
}
