package dev.falcon.mining.internal.run;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.FolderLock;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.parts.Difference;
import dev.falcon.mining.shuffle.MiningUnit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Where a run keeps what it has mined until the output is whole: one file a search space, and the
 * request that they belong to. A killed run goes on from here.
 */
public final class WorkFolder {
  private static final String REQUEST = "request.json";
  private static final String MINED_SUFFIX = ".space";

  private final Path folder;

  private WorkFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Begins or goes on.
   *
   * @param output the output that the folder stands beside
   * @param request what is asked; a folder of another request is refused
   * @param discard whether to throw away what a run of another request has left
   */
  public static WorkFolder open(Path output, Provenance request, boolean discard) {
    WorkFolder work = new WorkFolder(beside(output));
    Path requestFile = work.folder.resolve(REQUEST);
    if (Files.exists(requestFile)) {
      Provenance earlier = Json.read(requestFile, Provenance.class);
      if (Json.line(earlier).equals(Json.line(request))) {
        return work;
      }
      if (!discard) {
        throw new FalconException(
            work.folder
                + ": holds an unfinished run of another request ("
                + requestFile.getFileName()
                + " says which); give its options to finish it, or --overwrite to discard it");
      }
    }
    work.clear();
    Json.write(requestFile, request);
    return work;
  }

  /**
   * Begins or goes on beside other tasks of the same request: nothing of theirs is removed.
   *
   * @param output the output that the folder stands beside
   * @param request what is asked; a folder of another request is refused
   * @param discard whether to throw away what tasks of another request have left
   */
  public static WorkFolder join(Path output, Provenance request, boolean discard) {
    WorkFolder work = new WorkFolder(beside(output));
    Path requestFile = work.folder.resolve(REQUEST);
    if (Files.exists(requestFile)) {
      Provenance earlier = Json.read(requestFile, Provenance.class);
      if (Json.line(earlier).equals(Json.line(request))) {
        return work;
      }
      if (!discard) {
        throw new FalconException(
            work.folder
                + ": holds parts of another request: "
                + Difference.between(earlier, request, REQUEST));
      }
      work.clear();
    }
    Json.writeAttempt(requestFile, request);
    return work;
  }

  /** A folder that several tasks of one request use at the same time. */
  public static WorkFolder shared(Path folder) {
    return new WorkFolder(folder);
  }

  /** The folder that stands beside an output. */
  public static Path beside(Path output) {
    return output.resolveSibling(output.getFileName() + ".work");
  }

  /** How many search spaces earlier runs have mined. */
  public long mined() {
    return Folders.list(folder).stream()
        .filter(file -> file.toString().endsWith(MINED_SUFFIX))
        .count();
  }

  /** The file of one search space; present when that space is done. */
  Path file(MiningUnit unit) {
    return file(
        String.format(
            Locale.ROOT, "epoch-%04d-space-%06d" + MINED_SUFFIX, unit.epoch(), unit.space()));
  }

  /** The file of one unit of work; present when that unit is done. */
  public Path file(String unit) {
    return folder.resolve(unit);
  }

  /** Removes what is in the folder, but for its lock. */
  private void clear() {
    if (!Files.exists(folder)) {
      return;
    }
    Folders.list(folder).stream()
        .filter(file -> !file.endsWith(FolderLock.FILE_NAME))
        .forEach(Folders::delete);
  }

  /**
   * Removes the folder beside an output that is whole, where the run that wrote it was stopped
   * before it could.
   *
   * @param done that run's request; the folder of another, which is to replace the output, stays
   */
  public static void tidy(Path output, Provenance done) {
    WorkFolder work = new WorkFolder(beside(output));
    Path requestFile = work.folder.resolve(REQUEST);
    if (Files.exists(work.folder)
        && (!Files.exists(requestFile)
            || Json.line(Json.read(requestFile, Provenance.class)).equals(Json.line(done)))) {
      FolderLock.holding(
          work.folder,
          () -> {
            work.delete();
            return work;
          });
    }
  }

  /** Removes the folder. */
  public void delete() {
    Folders.delete(folder);
  }
}
