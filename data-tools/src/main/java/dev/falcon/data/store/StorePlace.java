package dev.falcon.data.store;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.FolderLock;
import dev.falcon.data.file.Folders;
import dev.falcon.data.store.layout.StoreManifest;
import dev.falcon.data.table.Rejects;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Predicate;

/** Whether a folder may take a store. Nothing is written or removed to find out. */
public final class StorePlace {
  /** What a run may leave in a folder that holds no store: why no row could be used. */
  private static final Set<String> REMAINS =
      Set.of(Rejects.FILE_NAME, "unfinished", FolderLock.FILE_NAME);

  private StorePlace() {}

  /**
   * Refuses a folder that may not take a store.
   *
   * @param overwrite whether it may hold a store already, finished or of another run, and other
   *     files
   * @param isThisRun whether the file {@code store.unfinished.json} that it is given describes the
   *     run that asks
   * @return whether the folder holds an unfinished store of the run that asks
   * @throws RequestException if it is a file
   * @throws FalconException if it holds what may not be overwritten, or cannot be written
   */
  public static boolean require(Path folder, boolean overwrite, Predicate<Path> isThisRun) {
    requireFolder(folder);
    Path unfinished = folder.resolve(StoreManifest.UNFINISHED_FILE_NAME);
    boolean isFinished = Files.exists(folder.resolve(StoreManifest.FILE_NAME));
    boolean isUnfinished = Files.exists(unfinished) && !isFinished;
    if (isUnfinished && isThisRun.test(unfinished)) {
      return true;
    }
    if (overwrite) {
      return false;
    }
    if (isUnfinished) {
      throw new FalconException(
          folder
              + ": holds an unfinished store of another request ("
              + unfinished.getFileName()
              + " says which); give its options to finish it, or --overwrite to begin anew");
    }
    if (isFinished || !StoreShardFiles.existing(folder).isEmpty()) {
      throw new RequestException(folder + ": holds a store already; --overwrite replaces it");
    }
    requireNothingElse(folder);
    return false;
  }

  /**
   * Refuses what is no folder, and a folder that does not take files; of one that is not there, the
   * nearest above it must.
   */
  public static void requireFolder(Path folder) {
    if (Files.isRegularFile(folder)) {
      throw new RequestException(folder + ": is a file; name a folder for the store");
    }
    Path there = folder.toAbsolutePath();
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    if (!Files.isDirectory(there)) {
      throw new FalconException(folder + ": cannot be made, since " + there + " is no folder");
    }
    if (!Files.isWritable(there)) {
      throw new FalconException(folder + ": cannot be written: no permission to write in " + there);
    }
  }

  private static void requireNothingElse(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    Folders.list(folder).stream()
        .map(file -> file.getFileName().toString())
        .filter(name -> !REMAINS.contains(name))
        .filter(name -> !AtomicFile.isLeftover(Path.of(name)))
        .findFirst()
        .ifPresent(name -> refuseOtherFiles(folder, name));
  }

  private static void refuseOtherFiles(Path folder, String name) {
    throw new FalconException(
        folder
            + ": holds other files, such as "
            + name
            + "; name a new folder, or pass --overwrite to write the store beside them");
  }
}
