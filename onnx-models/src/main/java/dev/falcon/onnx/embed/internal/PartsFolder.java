// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Difference;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.store.StoreManifest;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StorePlace;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.OutputKind;
import dev.falcon.data.work.TaskCount;
import dev.falcon.data.work.WorkRequest;
import dev.falcon.data.work.WorkStatus;
import dev.falcon.data.work.WorkUnits;
import dev.falcon.onnx.embed.MergedStore;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The folder of a store in parts. {@code parts.json} records the request. Each part is a separate
 * store below {@code parts}, which is finished once it has its manifest.
 */
public final class PartsFolder {
  public static final String REQUEST = "parts.json";

  /** The kind of this work in {@link WorkStatus}. */
  public static final String KIND = "store";

  /** The option in a store's provenance that records that it was made in parts. */
  public static final String OPTION = "parts";

  /** The value of that option. */
  public static final String DATASET_SHARDS = "dataset-shards";

  private static final String PARTS = "parts";
  private static final String MERGE = "merge";
  private static final Pattern PART = Pattern.compile("part-[0-9]{5,}");

  private final Path folder;
  private final Request request;

  private PartsFolder(Path folder, Request request) {
    this.folder = folder;
    this.request = request;
  }

  /**
   * The request of the parts.
   *
   * @param shards the names of the dataset's shards, each of which becomes a part
   * @param options the options of the parts' stores
   */
  @JsonPropertyOrder({"shards", "options"})
  public record Request(List<String> shards, StoreOptions options) {
    public Request {
      shards = List.copyOf(shards);
    }
  }

  /**
   * Refuses a folder with other content, before a model is opened. Nothing is written or removed.
   *
   * @param overwrite whether a finished store may be replaced
   * @param inputs files and folders that are read
   */
  public static void requirePlace(Path folder, boolean overwrite, Collection<Path> inputs) {
    StorePlace.requireFolder(folder);
    StorePlace.KIND.require(folder, inputs);
    Path parts = folder.resolve(PARTS);
    if (Folders.exists(parts) && !(isBegun(folder) && isOfParts(parts))) {
      throw new RequestException(
          parts + ": is in the place of the tasks' parts and holds other files; name a new folder");
    }
    if (overwrite) {
      return;
    }
    if (Folders.exists(folder.resolve(StoreManifest.FILE_NAME))) {
      throw OutputKind.exists(folder);
    }
    if (Folders.exists(folder.resolve(StoreManifest.UNFINISHED_FILE_NAME)) && !isBegun(folder)) {
      throw new RequestException(
          folder
              + ": holds an unfinished store that is not shared between tasks; finish it, or"
              + " overwrite it");
    }
  }

  /** Returns whether a folder holds only parts, finished or unfinished. */
  private static boolean isOfParts(Path parts) {
    return Folders.isFolder(parts)
        && Folders.list(parts).stream()
            .allMatch(
                child ->
                    child.endsWith(MERGE)
                        || (PART.matcher(child.getFileName().toString()).matches()
                            && StorePlace.KIND.accepts(child)));
  }

  /** Returns whether the folder holds a store that was merged from parts. */
  public static boolean isComplete(Path folder) {
    return !isBegun(folder)
        && OutputKind.says(
            folder.resolve(StoreManifest.FILE_NAME),
            "/provenance/options/" + OPTION,
            DATASET_SHARDS);
  }

  /**
   * Refuses a merged store of another request.
   *
   * @param options the options of the parts' stores
   */
  public static void requireMergedOf(Path folder, StoreOptions options) {
    StoreManifest manifest =
        Json.read(folder.resolve(StoreManifest.FILE_NAME), StoreManifest.class);
    if (!isOf(manifest, options)) {
      throw OutputKind.exists(folder);
    }
  }

  /**
   * Returns the result of an earlier merge.
   *
   * @throws RequestException if the store was not made in parts
   */
  public static MergedStore merged(Path folder) {
    if (!isComplete(folder)) {
      throw new RequestException(folder + ": is a whole store; there is nothing to merge");
    }
    String cure = "restore it, or embed again (overwrite it)";
    Path file = folder.resolve(StoreManifest.FILE_NAME);
    RecordFile.requireAsWritten(file, cure);
    StoreManifest manifest = Json.read(file, StoreManifest.class);
    requireFiles(manifest, folder, cure);
    Path rejects = folder.resolve(Rejects.FILE_NAME);
    return new MergedStore(
        folder,
        manifest.rows(),
        manifest.dimension(),
        null,
        Folders.exists(rejects) ? Rejects.read(rejects).size() : 0);
  }

  /** Starts a store in parts, or resumes one of the same request. */
  public static PartsFolder begin(Path folder, Request request, boolean overwrite) {
    WorkRequest unfinished = WorkRequest.ofJson(folder.resolve(REQUEST), request);
    WorkRequest.Found found = unfinished.find(overwrite, () -> ofAnother(folder, request));
    if (found == WorkRequest.Found.OTHER) {
      Folders.delete(folder.resolve(PARTS));
    }
    if (found != WorkRequest.Found.EQUAL) {
      if (overwrite) {
        StoreWriter.discard(folder);
      }
      // The folder is not cleared, since other tasks may have started at the same moment.
      unfinished.beginBesideOthers();
    }
    return new PartsFolder(folder, request);
  }

  private static FalconException ofAnother(Path folder, Request its) {
    Request own = open(folder).request();
    if (!own.shards().equals(its.shards())) {
      return new FalconException(
          String.format(
              Locale.ROOT,
              "%s: holds parts of another request: its dataset had %,d shards from %s on, and this"
                  + " one has %,d from %s on; overwrite it",
              folder,
              own.shards().size(),
              own.shards().get(0),
              its.shards().size(),
              its.shards().get(0)));
    }
    return Difference.ofParts(
        folder, own.options().provenance(), its.options().provenance(), REQUEST);
  }

  /** Returns whether the folder holds a store in parts. */
  public static boolean isBegun(Path folder) {
    return Folders.exists(folder.resolve(REQUEST));
  }

  /** Opens a store in parts. */
  public static PartsFolder open(Path folder) {
    return new PartsFolder(folder, Json.read(folder.resolve(REQUEST), Request.class));
  }

  Request request() {
    return request;
  }

  public int parts() {
    return request.shards().size();
  }

  /** Returns the part's store. */
  public Path part(int part) {
    return folder.resolve(PARTS).resolve(String.format(Locale.ROOT, "part-%05d", part));
  }

  /** Returns the parts as units of work. */
  public WorkUnits units() {
    return new WorkUnits(parts(), part -> part(part).resolve(StoreManifest.FILE_NAME));
  }

  /** Returns the manifest of a finished part; refuses a part of another request or release. */
  StoreManifest manifest(int part) {
    Path file = part(part).resolve(StoreManifest.FILE_NAME);
    StoreManifest manifest = Json.read(file, StoreManifest.class);
    StoreOptions wanted = request.options();
    if (!isOf(manifest, wanted)) {
      throw new FalconException(
          part(part) + ": belongs to another request or release; remove it, and embed it again");
    }
    RecordFile.requireAsWritten(file, "remove " + part(part) + ", and embed it again");
    return manifest;
  }

  /**
   * Refuses a part whose files have changed since its task wrote them.
   *
   * @param manifest the part's manifest
   */
  void requireAsWritten(int part, StoreManifest manifest) {
    requireFiles(manifest, part(part), "remove " + part(part) + ", and embed it again");
  }

  private static void requireFiles(StoreManifest manifest, Path folder, String cure) {
    manifest
        .changed(folder)
        .ifPresent(
            file -> {
              throw new FalconException(file + ": is not as it was written; " + cure);
            });
  }

  private static boolean isOf(StoreManifest manifest, StoreOptions wanted) {
    return manifest.layout() == wanted.layout()
        && manifest.vectorType() == wanted.vectorType()
        && manifest.dimension() == wanted.dimension()
        && manifest.provenance().falconVersion().equals(wanted.provenance().falconVersion())
        && manifest.provenance().commit().equals(wanted.provenance().commit())
        && manifest.provenance().libraries().equals(wanted.provenance().libraries())
        && manifest.provenance().inputs().containsAll(wanted.provenance().inputs())
        && Json.line(manifest.provenance().options())
            .equals(Json.line(wanted.provenance().options()));
  }

  /** Returns the state of the parts. */
  public WorkStatus status() {
    WorkUnits units = units();
    long begun = units.missing().stream().filter(part -> Folders.exists(part(part))).count();
    return units.status(
        KIND, TaskCount.in(folder).read(), new TreeMap<>(Map.of("parts_begun", begun)));
  }

  /** Returns the number of shards of a merged store. */
  public static int mergedShards(Path folder) {
    return Json.read(folder.resolve(StoreManifest.FILE_NAME), StoreManifest.class).shards().size();
  }

  /** Refuses a store with unfinished parts; the message names the tasks that create them. */
  public void requireAll() {
    units().requireAll(folder, TaskCount.in(folder).read(), "parts", "embed them");
  }

  /** Records the number of tasks, for the list of tasks to repeat. */
  public void keepTasks(int count) {
    TaskCount.in(folder).keep(count);
  }

  /** Returns the folder for the temporary files of the merge. */
  Path work() {
    return folder.resolve(PARTS).resolve(MERGE);
  }

  /** Removes everything but the store and its rejects after a merge. */
  public static void tidy(Path folder) {
    if (!StorePlace.KIND.isIn(folder)) {
      return;
    }
    // The request is removed first, since a folder with a request counts as incomplete.
    Folders.remove(folder.resolve(REQUEST));
    AtomicFile.removeAttempts(folder);
    if (isOfParts(folder.resolve(PARTS))) {
      Folders.remove(TaskCount.in(folder).file());
      Folders.delete(folder.resolve(PARTS));
    }
  }
}
