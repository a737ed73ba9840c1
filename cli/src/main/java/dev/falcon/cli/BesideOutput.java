// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.FolderLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The folder beside an output in which the output is made again. A file is made in it under its own
 * name; of a folder, it is the copy. Files that were in it before are removed only if the command
 * makes files of these names.
 *
 * @param output the output
 * @param folder the folder beside it
 * @param before the files that were in the folder before, relative to it
 */
record BesideOutput(Path output, Path folder, Set<Path> before) {
  /** The table of batches, which lists can be made with; see {@code RemakeMining}. */
  static final String BATCHES = "batches.parquet";

  /**
   * Returns the folder beside an output.
   *
   * @throws RequestException if it has other files than those that an earlier verification may have
   *     left, or is a link
   */
  static BesideOutput of(Path output) {
    boolean named = output.normalize().equals(output) && !output.toString().isEmpty();
    Path there = named ? output : output.toAbsolutePath().normalize();
    Path folder = there.resolveSibling(there.getFileName() + ".again");
    BesideOutput beside = new BesideOutput(output, folder, files(folder));
    if (!beside.isOwn()) {
      throw new RequestException(
          folder
              + ": the output is to be made again here, but other files are in the way; move them");
    }
    return beside;
  }

  private static Set<Path> files(Path folder) {
    return Folders.isFolder(folder)
        ? Folders.files(folder).stream()
            .map(folder::relativize)
            .collect(Collectors.toCollection(TreeSet::new))
        : Set.of();
  }

  /** Returns the file or folder that is made. */
  Path made() {
    return isFolder() ? folder : folder.resolve(output.getFileName());
  }

  private boolean isFolder() {
    return Folders.isFolder(output);
  }

  private boolean isOwn() {
    if (Files.isSymbolicLink(folder)) {
      return false;
    }
    return !Folders.exists(folder)
        || (Folders.isFolder(folder)
            && (isFolder()
                || Folders.list(folder).stream()
                    .allMatch(child -> ofFile(child.getFileName().toString()))));
  }

  /** Returns whether a command that writes the output's file may leave a file of this name. */
  private boolean ofFile(String name) {
    String file = output.getFileName().toString();
    return Set.of(
                "",
                ".json",
                ".work",
                "." + Rejects.FILE_NAME,
                AtomicFile.TEMPORARY_SUFFIX,
                ".json" + AtomicFile.TEMPORARY_SUFFIX)
            .stream()
            .anyMatch(end -> name.equals(file + end))
        || name.equals("." + file + FolderLock.FILE_NAME)
        || name.equals(BATCHES)
        || name.equals(BATCHES + ".json");
  }

  /**
   * Removes what was made: all files but those that were there before and that the output does not
   * have.
   */
  void removeMade() {
    for (Path name : files(folder)) {
      if (!before.contains(name) || !isFolder() || Folders.exists(output.resolve(name))) {
        Folders.remove(folder.resolve(name));
      }
    }
    removeEmpty();
  }

  /** Removes the folder, and those in it, where nothing is left in them. */
  void removeEmpty() {
    if (Folders.isFolder(folder)) {
      Folders.folders(folder).stream()
          .sorted(Comparator.reverseOrder())
          .filter(each -> Folders.list(each).isEmpty())
          .forEach(Folders::remove);
    }
  }
}
