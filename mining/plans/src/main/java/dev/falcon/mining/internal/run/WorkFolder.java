// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.run;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.Difference;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.work.FolderLock;
import dev.falcon.data.work.OutputKind;
import dev.falcon.data.work.WorkRequest;
import dev.falcon.mining.internal.space.MinedSpace;
import dev.falcon.mining.shuffle.MiningUnit;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The folder that holds a run's finished search spaces until the output is complete: the request,
 * and one file per search space. An interrupted run resumes from it.
 */
public final class WorkFolder {
  /** The suffix that the folder's name adds to that of the output beside it. */
  public static final String SUFFIX = ".work";

  private static final String REQUEST = "request.json";

  /** Recognises such a folder. */
  public static final OutputKind KIND =
      OutputKind.of("the work of a run", OutputKind.json(REQUEST, "/falcon_version", ""));

  private static final String MINED_SUFFIX = ".space";

  private final Path folder;

  private WorkFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Starts or resumes a run.
   *
   * @param output the output beside which the folder is
   * @param request the request; a folder of another request is refused
   * @param discard whether to remove the remains of another request's run
   */
  public static WorkFolder open(Path output, Provenance request, boolean discard) {
    WorkFolder work = new WorkFolder(beside(output));
    WorkRequest unfinished = work.request(request);
    if (unfinished.find(discard, () -> work.ofAnotherRun(unfinished.file(), request))
        != WorkRequest.Found.EQUAL) {
      work.clear();
      unfinished.begin();
    }
    return work;
  }

  /**
   * Starts or resumes a task beside other tasks of the same request, whose files are kept.
   *
   * @param output the output beside which the folder is
   * @param request the request; a folder of another request is refused
   * @param discard whether to remove the remains of another request's tasks
   */
  public static WorkFolder join(Path output, Provenance request, boolean discard) {
    WorkFolder work = new WorkFolder(beside(output));
    WorkRequest unfinished = work.request(request);
    WorkRequest.Found found =
        unfinished.find(discard, () -> work.ofOtherTasks(unfinished.file(), request));
    if (found == WorkRequest.Found.OTHER) {
      work.clear();
    }
    if (found != WorkRequest.Found.EQUAL) {
      unfinished.beginBesideOthers();
    }
    return work;
  }

  private WorkRequest request(Provenance request) {
    return WorkRequest.ofJson(folder.resolve(REQUEST), request);
  }

  private FalconException ofAnotherRun(Path file, Provenance request) {
    return new FalconException(
        folder
            + ": holds an unfinished run of another request: "
            + Difference.between(Json.read(file, Provenance.class), request, REQUEST));
  }

  private FalconException ofOtherTasks(Path file, Provenance request) {
    return Difference.ofParts(folder, Json.read(file, Provenance.class), request, REQUEST);
  }

  /** Returns a folder that several tasks of one request use at the same time. */
  public static WorkFolder shared(Path folder) {
    return new WorkFolder(folder);
  }

  /** Returns the folder beside an output. */
  public static Path beside(Path output) {
    return output.resolveSibling(output.getFileName() + SUFFIX);
  }

  /** Returns the number of search spaces mined by earlier runs. */
  public long mined() {
    return Folders.list(folder).stream()
        .filter(file -> file.toString().endsWith(MINED_SUFFIX))
        .count();
  }

  /** Reads a mined search space. */
  public MinedSpace read(MiningUnit unit) {
    return MinedSpace.read(file(unit));
  }

  /** Returns the file of one search space, which exists once that space is mined. */
  Path file(MiningUnit unit) {
    return file(
        String.format(
            Locale.ROOT, "epoch-%04d-space-%06d" + MINED_SUFFIX, unit.epoch(), unit.space()));
  }

  /** Returns the file of one unit of work, which exists once that unit is finished. */
  public Path file(String unit) {
    return folder.resolve(unit);
  }

  /** Empties the folder, except for its lock. */
  private void clear() {
    if (!Folders.exists(folder)) {
      return;
    }
    Folders.list(folder).stream()
        .filter(file -> !file.endsWith(FolderLock.FILE_NAME))
        .forEach(Folders::delete);
  }

  /**
   * Removes the folder beside a complete output, if the run that wrote the output was stopped
   * before it removed the folder.
   *
   * @param done the request of that run; the folder of another request, whose run will replace the
   *     output, stays
   */
  public static void tidy(Path output, Provenance done) {
    WorkFolder work = new WorkFolder(beside(output));
    if (KIND.accepts(work.folder) && work.request(done).find() != WorkRequest.Found.OTHER) {
      FolderLock.holding(
          work.folder,
          () -> {
            work.delete();
            return work;
          });
    }
  }

  /** Returns whether the folder still holds the request of its work. */
  public boolean isBegun() {
    return Folders.exists(folder.resolve(REQUEST));
  }

  /** Removes the folder. */
  public void delete() {
    Folders.delete(folder);
  }
}
