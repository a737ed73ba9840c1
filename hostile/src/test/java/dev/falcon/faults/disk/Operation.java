// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults.disk;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;

/** What is asked of a file system, and what it says where that fails. */
enum Operation {
  OPEN_TO_READ,
  OPEN_TO_WRITE,
  READ,
  WRITE,
  /** Of what was written; what was only read closes always. */
  CLOSE,
  MAP,
  ATTRIBUTES,
  OPEN_FOLDER,
  NEXT_IN_FOLDER,
  CREATE_FOLDER,
  REMOVE,
  MOVE,
  COPY,
  LOCK;

  private static final String NO_SPACE = "No space left on device";

  /** Whether a disk that may only be read refuses it. */
  boolean changesTheDisk() {
    return switch (this) {
      case OPEN_TO_WRITE, WRITE, CLOSE, CREATE_FOLDER, REMOVE, MOVE, COPY -> true;
      case OPEN_TO_READ, READ, MAP, ATTRIBUTES, OPEN_FOLDER, NEXT_IN_FOLDER, LOCK -> false;
    };
  }

  IOException failure(String file) {
    return switch (this) {
      case OPEN_TO_READ, ATTRIBUTES, OPEN_FOLDER -> new AccessDeniedException(file);
      case OPEN_TO_WRITE, CREATE_FOLDER -> new FileSystemException(file, null, NO_SPACE);
      case WRITE, CLOSE -> new IOException(NO_SPACE);
      case READ, NEXT_IN_FOLDER -> new IOException("Input/output error");
      case MAP -> new IOException("Map failed");
      case REMOVE, MOVE, COPY -> new FileSystemException(file, null, "Read-only file system");
      case LOCK -> new IOException("No locks available");
    };
  }
}
