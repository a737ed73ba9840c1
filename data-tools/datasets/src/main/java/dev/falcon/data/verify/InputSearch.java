// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.verify;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.FolderListing;
import dev.falcon.data.file.Folders;
import dev.falcon.data.source.SampleSources;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds recorded inputs again. A provenance holds the names, lengths and digests of inputs, but not
 * their folders. An input is therefore found wherever it lies, by its name and then by its content.
 *
 * <p>Several threads may search at once.
 *
 * <p>Memory: the paths of the searched files, at most {@value #MOST_FILES}.
 */
public final class InputSearch {
  private static final int MOST_FILES = 200_000;
  private static final int DEPTH = 3;
  private static final String GENERATED = "scenes:";

  private final Map<String, Set<Path>> byName = new HashMap<>();
  private final Map<String, Set<Path>> folders = new HashMap<>();
  private final Set<Path> own = new HashSet<>();
  private final Map<Path, String> digests = new ConcurrentHashMap<>();
  private final int depth;
  private int files;

  /**
   * Lists the files in folders and their subfolders, three levels deep, plus as many levels as the
   * names of the inputs have folders.
   *
   * @param roots files and folders; those that do not exist are ignored
   * @param shared files and folders that may hold inputs of anything; a file there with an input's
   *     name but other content does not count as that input changed
   * @param inputs the inputs that will be searched for
   */
  public InputSearch(
      Collection<Path> roots, Collection<Path> shared, Collection<Provenance.Input> inputs) {
    depth = DEPTH + inputs.stream().mapToInt(InputSearch::folders).max().orElse(0);
    roots.forEach(this::add);
    byName.values().forEach(own::addAll);
    shared.forEach(this::add);
  }

  private static int folders(Provenance.Input input) {
    return (int) input.name().chars().filter(character -> character == '/').count();
  }

  private void add(Path root) {
    if (!Folders.exists(root)) {
      return;
    }
    try {
      Files.walkFileTree(root, Set.of(FileVisitOption.FOLLOW_LINKS), depth, new Listing());
    } catch (IOException e) {
      throw new FalconException(root + ": cannot be searched: " + e.getMessage(), e);
    }
  }

  /** Lists files; folders that may not be read are skipped. */
  private final class Listing extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      Path name = folder.toAbsolutePath().normalize().getFileName();
      if (name != null) {
        folders.computeIfAbsent(name.toString(), none -> new LinkedHashSet<>()).add(folder);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile()) {
        index(file);
      }
      return files < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      return FileVisitResult.CONTINUE;
    }
  }

  private void index(Path file) {
    files++;
    byName
        .computeIfAbsent(file.getFileName().toString(), none -> new LinkedHashSet<>())
        .add(file.normalize());
  }

  /** Finds an input and compares it with its record. */
  public FileFinding find(Provenance.Input input) {
    if (input.name().startsWith(GENERATED)) {
      return generated(input);
    }
    List<Path> candidates = candidates(input.name());
    for (Path file : candidates) {
      if (size(file) == input.bytes() && digest(file).equals(input.sha256())) {
        return FileFinding.holds(input, Optional.of(file.toString()));
      }
    }
    Optional<Path> folder = folder(input);
    return folder.isPresent()
        ? FileFinding.holds(input, folder.map(Path::toString))
        : FileFinding.differs(
            input, candidates.stream().filter(own::contains).map(Path::toString).toList());
  }

  /**
   * Returns the folder that an input denotes; empty if the input is not a folder. A folder of
   * pictures, of a table or of another tool's model is recorded as one input.
   */
  private Optional<Path> folder(Provenance.Input input) {
    return folders.getOrDefault(input.name(), Set.of()).stream()
        .filter(folder -> isOf(folder, input))
        .findFirst();
  }

  private static boolean isOf(Path folder, Provenance.Input input) {
    try {
      return FolderListing.input(folder).isSameFile(input)
          || Provenance.Input.of(folder).isSameFile(input)
          || isOf(folder.toString(), input);
    } catch (FalconException e) {
      return false; // not a dataset
    }
  }

  private static boolean isOf(String dataset, Provenance.Input input) {
    return SampleSources.open(dataset).inputs().stream().anyMatch(input::isSameFile);
  }

  /**
   * Checks a file in its own place.
   *
   * @param folder the folder to which the recorded name is relative
   */
  public FileFinding check(Path folder, Provenance.Input recorded) {
    Path file = folder.resolve(recorded.name());
    if (!Folders.isFile(file)) {
      return FileFinding.differs(recorded, List.of());
    }
    boolean same = size(file) == recorded.bytes() && digest(file).equals(recorded.sha256());
    return same
        ? FileFinding.holds(recorded, Optional.of(file.toString()))
        : FileFinding.differs(recorded, List.of(file.toString()));
  }

  /** Returns the files that an input's name may denote. */
  private List<Path> candidates(String name) {
    Path relative = Path.of(name);
    List<Path> candidates = new ArrayList<>();
    for (Path file : byName.getOrDefault(relative.getFileName().toString(), Set.of())) {
      if (file.endsWith(relative)) {
        candidates.add(file);
      }
    }
    return candidates;
  }

  /**
   * Compares generated data. Scenes has no files; its recorded digest is that of its configuration.
   */
  private static FileFinding generated(Provenance.Input input) {
    try {
      return isOf(input.name(), input)
          ? FileFinding.holds(input, Optional.empty())
          : FileFinding.differs(input, List.of(input.name()));
    } catch (RequestException e) {
      return FileFinding.differs(input, List.of());
    }
  }

  private String digest(Path file) {
    String known = digests.get(file);
    if (known == null) {
      known = Sha256.of(file);
      digests.put(file, known);
    }
    return known;
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
