// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults.disk;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.UnaryOperator;

/** A folder that is listed. */
final class DiskFolder implements DirectoryStream<Path> {
  private final Path folder;
  private final DirectoryStream<Path> real;
  private final UnaryOperator<Path> wrap;

  DiskFolder(Path folder, DirectoryStream<Path> real, UnaryOperator<Path> wrap) {
    this.folder = folder;
    this.real = real;
    this.wrap = wrap;
  }

  @Override
  public Iterator<Path> iterator() {
    Iterator<Path> entries = real.iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return entries.hasNext();
      }

      @Override
      public Path next() {
        try {
          Disk.pass(Operation.NEXT_IN_FOLDER, folder);
        } catch (IOException e) {
          throw new DirectoryIteratorException(e);
        }
        return wrap.apply(entries.next());
      }
    };
  }

  @Override
  public void close() throws IOException {
    real.close();
  }
}
