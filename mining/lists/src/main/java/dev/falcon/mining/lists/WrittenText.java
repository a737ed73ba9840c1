// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A text file that is written in pieces, and appears only when it is complete. */
final class WrittenText implements AutoCloseable {
  private final Path target;
  private final AtomicFile file;
  private final BufferedWriter writer;

  WrittenText(Path target) {
    this.target = target;
    this.file = AtomicFile.create(target);
    try {
      this.writer = Files.newBufferedWriter(file.path());
    } catch (IOException e) {
      file.close();
      throw unwritable(e);
    }
  }

  void write(String text) {
    try {
      writer.write(text);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  void commit() {
    try {
      writer.close();
    } catch (IOException e) {
      throw unwritable(e);
    }
    file.commit();
  }

  @Override
  public void close() {
    try (file) {
      writer.close();
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private FalconException unwritable(IOException e) {
    return new FalconException(target + ": cannot be written: " + e.getMessage(), e);
  }
}
