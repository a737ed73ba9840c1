// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The input files that are mapped into memory. If such a file is truncated or its disk fails, the
 * platform reports a fault late and without the file's name; this class then finds the file that
 * changed.
 */
public final class MappedFiles {
  private static final Map<Object, State> MAPPED = new WeakHashMap<>();

  private MappedFiles() {}

  private record State(Path file, long bytes, FileTime modified) {
    static State of(Path file) throws IOException {
      return new State(file, Files.size(file), Files.getLastModifiedTime(file));
    }

    boolean hasChanged() {
      try {
        return !of(file).equals(this);
      } catch (IOException e) {
        return true;
      }
    }
  }

  /**
   * Registers a mapped file.
   *
   * @param mapping the owner of the map; the file is forgotten when this object is no longer
   *     referenced
   */
  public static void add(Object mapping, Path file) throws IOException {
    State state = State.of(file);
    synchronized (MAPPED) {
      MAPPED.put(mapping, state);
    }
  }

  /**
   * Returns the files whose size or modification time has changed since they were mapped, sorted by
   * name.
   */
  public static List<Path> changed() {
    List<State> all;
    synchronized (MAPPED) {
      all = new ArrayList<>(MAPPED.values());
    }
    return all.stream().filter(State::hasChanged).map(State::file).distinct().sorted().toList();
  }
}
