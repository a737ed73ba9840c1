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
 * Input files that are mapped into memory. Where such a file is cut or its disk fails, the platform
 * reports a fault without a name, and later than it arose; here is found which file changed.
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
   * Remembers a file.
   *
   * @param mapping owner of the map; the file is forgotten when this is no longer referenced
   */
  public static void add(Object mapping, Path file) throws IOException {
    State state = State.of(file);
    synchronized (MAPPED) {
      MAPPED.put(mapping, state);
    }
  }

  /** The files that differ in size or time from what they were when they were mapped, by name. */
  public static List<Path> changed() {
    List<State> all;
    synchronized (MAPPED) {
      all = new ArrayList<>(MAPPED.values());
    }
    return all.stream().filter(State::hasChanged).map(State::file).distinct().sorted().toList();
  }
}
