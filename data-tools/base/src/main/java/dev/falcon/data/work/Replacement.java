// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.work;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The rule for replacing a finished output that is a folder: the new one is made in the folder
 * {@value #FOLDER} in it, and takes the place of the earlier one when it is complete. A run that
 * fails leaves the earlier output as it was. A run that was stopped while it moved files is
 * completed by the next.
 *
 * @param kind the kind of the folder
 * @param mark the name of the file that a finished output has, which is moved last
 * @param discard removes the files of a finished output from a folder; other files stay
 */
public record Replacement(OutputKind kind, String mark, Consumer<Path> discard) {
  /** The folder, in the earlier output's, in which the new one is made. */
  public static final String FOLDER = OutputKind.NEW;

  private static final String COMPLETE = OutputKind.COMPLETE;
  private static final String MOVING = OutputKind.MOVING;

  /**
   * Does work that makes an output, {@linkplain #of as below}, while the folder is locked.
   *
   * @throws FalconException if another run is writing there
   */
  public <T> T locked(Path folder, boolean overwrite, Function<Path, T> work) {
    return FolderLock.holding(folder, () -> of(folder, overwrite, work));
  }

  /**
   * Does work that makes an output. Its caller holds the lock of the folder.
   *
   * @param overwrite whether a finished output is replaced
   * @param work makes the output, or resumes it, in the folder that it is given: {@code folder}
   *     itself unless there is an earlier output to be replaced
   */
  public <T> T of(Path folder, boolean overwrite, Function<Path, T> work) {
    Path made = folder.resolve(FOLDER);
    if (OutputKind.isComplete(made)) {
      moveIntoPlace(folder, made);
    }
    if (place(folder, overwrite).equals(folder)) {
      return work.apply(folder);
    }
    try {
      T result = work.apply(made);
      if (Folders.isFile(made.resolve(mark))) { // not so if the work was stopped
        AtomicFile.write(made.resolve(COMPLETE), "");
        moveIntoPlace(folder, made);
      }
      return result;
    } finally {
      if (Folders.isFolder(made) && Folders.list(made).isEmpty()) {
        Folders.remove(made);
      }
    }
  }

  /**
   * Returns the folder in which an output is made, for tasks that share it: the given one unless
   * there is an earlier output to be replaced. The last of them, a merge, does {@link #of}.
   *
   * @param overwrite whether a finished output is replaced
   */
  public Path place(Path folder, boolean overwrite) {
    if (!overwrite || !Folders.isFile(folder.resolve(mark))) {
      return folder;
    }
    Path made = folder.resolve(FOLDER);
    if (OutputKind.isComplete(made)) {
      throw new RequestException(
          made + ": is complete, and a merge was stopped while it moved it; merge " + folder);
    }
    if (Files.exists(made, LinkOption.NOFOLLOW_LINKS)
        && (Files.isSymbolicLink(made) || !kind.accepts(made))) {
      throw new RequestException(
          made + ": is in the place of the new output; move it, or name another folder");
    }
    return made;
  }

  /** Every step may be repeated, since the process may end after any of them. */
  private void moveIntoPlace(Path folder, Path made) {
    if (Folders.isFile(made.resolve(COMPLETE))) {
      discard.accept(folder);
      move(made.resolve(COMPLETE), made.resolve(MOVING));
    }
    for (Path file : files(made)) {
      Path target = folder.resolve(made.relativize(file).toString());
      Folders.make(target.getParent());
      move(file, target);
    }
    Folders.delete(made);
  }

  /** Returns the files of the new output, the mark last. */
  private List<Path> files(Path made) {
    return Folders.files(made).stream()
        .filter(file -> !file.equals(made.resolve(MOVING)))
        .filter(file -> !file.endsWith(FolderLock.FILE_NAME) && !AtomicFile.isLeftover(file))
        .sorted(Comparator.comparing(file -> file.equals(made.resolve(mark))))
        .toList();
  }

  private static void move(Path file, Path target) {
    try {
      Files.move(file, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new FalconException(target + ": cannot be moved into place: " + e.getMessage(), e);
    }
  }
}
