// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Difference;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.OutputKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Checks whether a folder may be used for a store. Nothing is written or removed. */
public final class StorePlace {
  /** The name of the folder in the store's folder that holds a run's journal. */
  public static final String JOURNAL = "unfinished";

  private static final String REQUEST = "request.json";
  private static final String VERSION = "/provenance/falcon_version";

  /** Recognises the folder of a store. */
  public static final OutputKind KIND =
      new OutputKind(
          "an embedding store",
          List.of(
              OutputKind.json(StoreManifest.FILE_NAME, "/format", StoreManifest.FORMAT),
              OutputKind.json(StoreManifest.UNFINISHED_FILE_NAME, VERSION, ""),
              OutputKind.empty(StoreManifest.UNFINISHED_FILE_NAME),
              OutputKind.json("parts.json", "/options" + VERSION, "")),
          StorePlace::isRemain);

  private StorePlace() {}

  /**
   * Returns whether a file may be left by a run in a folder without a store: the list of rejects of
   * a run without a usable row.
   */
  private static boolean isRemain(Path child) {
    return (child.endsWith(Rejects.FILE_NAME) && Rejects.isTable(child))
        || (child.endsWith(JOURNAL) && isJournal(child));
  }

  /** Returns whether a folder is the journal that a run keeps beside its store. */
  public static boolean isJournal(Path folder) {
    return OutputKind.says(folder.resolve(REQUEST), VERSION, "")
        || (Folders.isFolder(folder)
            && Folders.list(folder).stream().allMatch(AtomicFile::isLeftover));
  }

  /**
   * Refuses a folder that must not be used for a store.
   *
   * @param overwrite whether the folder may contain a finished store or one of another run
   * @param inputs files and folders that are read
   * @param isThisRun tests whether a file {@code store.unfinished.json} describes the calling run
   * @param run the provenance of the calling run, from which a refusal says how another run differs
   * @return whether the folder holds an unfinished store of the calling run
   * @throws RequestException if the folder is a file, is an input, or contains files that must not
   *     be overwritten
   * @throws FalconException if the folder cannot be written
   */
  public static boolean require(
      Path folder,
      boolean overwrite,
      Collection<Path> inputs,
      Predicate<Path> isThisRun,
      Supplier<Provenance> run) {
    requireFolder(folder);
    KIND.require(folder, inputs);
    if (Folders.exists(folder.resolve(JOURNAL)) && !isJournal(folder.resolve(JOURNAL))) {
      throw new RequestException(
          folder.resolve(JOURNAL) + ": is in the place of a run's own folder; name a new folder");
    }
    Path unfinished = folder.resolve(StoreManifest.UNFINISHED_FILE_NAME);
    boolean isFinished = Folders.exists(folder.resolve(StoreManifest.FILE_NAME));
    boolean isUnfinished = Folders.exists(unfinished) && !isFinished;
    if (isUnfinished && isThisRun.test(unfinished)) {
      return true;
    }
    if (overwrite) {
      return false;
    }
    if (isUnfinished) {
      throw new RequestException(
          folder
              + ": holds an unfinished store of another request: "
              + difference(unfinished, run.get()));
    }
    if (isFinished) {
      throw OutputKind.exists(folder);
    }
    return false;
  }

  private static String difference(Path unfinished, Provenance run) {
    String name = unfinished.getFileName().toString();
    return OutputKind.says(unfinished, VERSION, "")
        ? Difference.between(Json.read(unfinished, StoreOptions.class).provenance(), run, name)
        : name + " does not say which; overwrite it";
  }

  /**
   * Refuses paths that are not folders, and folders that are not writable; for a missing one, the
   * nearest existing parent is checked.
   */
  public static void requireFolder(Path folder) {
    if (Folders.isFile(folder)) {
      throw new RequestException(folder + ": is a file; name a folder for the store");
    }
    Path there = folder.toAbsolutePath();
    while (!Folders.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    if (!Folders.isFolder(there)) {
      throw new FalconException(folder + ": cannot be made, since " + there + " is no folder");
    }
    if (!Files.isWritable(there)) {
      throw new FalconException(folder + ": cannot be written: no permission to write in " + there);
    }
  }
}
