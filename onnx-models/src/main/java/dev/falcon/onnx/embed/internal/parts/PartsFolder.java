package dev.falcon.onnx.embed.internal.parts;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.parts.Difference;
import dev.falcon.data.parts.TaskList;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.layout.StoreManifest;
import dev.falcon.data.store.layout.StoreOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The folder of a store that several tasks make: {@code parts.json} says of what request, and every
 * part is a store of its own below {@code parts}, done when it has its manifest.
 */
public final class PartsFolder {
  public static final String REQUEST = "parts.json";
  private static final String TASKS = "tasks.json";
  private static final String PARTS = "parts";

  private final Path folder;
  private final Request request;

  private PartsFolder(Path folder, Request request) {
    this.folder = folder;
    this.request = request;
  }

  /**
   * What the parts are of.
   *
   * @param shards the names of the dataset's shards, each of which is a part
   * @param options how the parts are written
   */
  @JsonPropertyOrder({"shards", "options"})
  public record Request(List<String> shards, StoreOptions options) {
    public Request {
      shards = List.copyOf(shards);
    }
  }

  /** How many tasks share the work. */
  private record Tasks(int count) {}

  /**
   * Refuses, before a model is opened, a folder that holds something else.
   *
   * @param overwrite whether a finished store may be replaced
   */
  public static void requirePlace(Path folder, boolean overwrite) {
    if (Files.isRegularFile(folder)) {
      throw new RequestException(folder + ": is a file; name a folder for the store");
    }
    if (overwrite) {
      return;
    }
    if (Files.exists(folder.resolve(StoreManifest.FILE_NAME))) {
      throw new RequestException(folder + ": holds a store already; --overwrite replaces it");
    }
    if (Files.exists(folder.resolve(StoreManifest.UNFINISHED_FILE_NAME))
        && !Files.exists(folder.resolve(REQUEST))) {
      throw new FalconException(
          folder
              + ": holds an unfinished store that is made without --shard; finish it, or give"
              + " --overwrite to begin anew");
    }
  }

  /** Begins a store, or goes on with one of the same request. */
  public static PartsFolder begin(Path folder, Request request, boolean overwrite) {
    Path file = folder.resolve(REQUEST);
    if (Files.exists(file)) {
      Request earlier = Json.read(file, Request.class);
      if (Json.line(earlier).equals(Json.line(request))) {
        return new PartsFolder(folder, earlier);
      }
      if (!overwrite) {
        throw new FalconException(
            folder + ": holds parts of another request: " + difference(earlier, request));
      }
      Folders.delete(folder.resolve(PARTS));
    }
    if (overwrite) {
      StoreWriter.discard(folder);
    }
    // Without clearing: other tasks may have begun at the same moment.
    Json.writeAttempt(file, request);
    return new PartsFolder(folder, request);
  }

  private static String difference(Request own, Request its) {
    if (!own.shards().equals(its.shards())) {
      return "its dataset had %,d shards from %s on, and this one has %,d from %s on; --overwrite begins it anew"
          .formatted(
              own.shards().size(), own.shards().get(0), its.shards().size(), its.shards().get(0));
    }
    return Difference.between(own.options().provenance(), its.options().provenance(), REQUEST);
  }

  /** Whether tasks make a store in this folder. */
  public static boolean isHere(Path folder) {
    return Files.exists(folder.resolve(REQUEST));
  }

  /** Opens a store that tasks are making. */
  public static PartsFolder open(Path folder) {
    return new PartsFolder(folder, Json.read(folder.resolve(REQUEST), Request.class));
  }

  Request request() {
    return request;
  }

  public int parts() {
    return request.shards().size();
  }

  /** The part's own store. */
  public Path part(int part) {
    return folder.resolve(PARTS).resolve("part-%05d".formatted(part));
  }

  public boolean isDone(int part) {
    return Files.exists(part(part).resolve(StoreManifest.FILE_NAME));
  }

  /** The manifest of a part that is done; one of another request or release is refused. */
  StoreManifest manifest(int part) {
    Path file = part(part).resolve(StoreManifest.FILE_NAME);
    StoreManifest manifest = Json.read(file, StoreManifest.class);
    StoreOptions wanted = request.options();
    boolean alike =
        manifest.layout() == wanted.layout()
            && manifest.vectorType() == wanted.vectorType()
            && manifest.dimension() == wanted.dimension()
            && manifest.provenance().falconVersion().equals(wanted.provenance().falconVersion())
            && manifest.provenance().commit().equals(wanted.provenance().commit())
            && manifest.provenance().inputs().containsAll(wanted.provenance().inputs())
            && Json.line(manifest.provenance().options())
                .equals(Json.line(wanted.provenance().options()));
    if (!alike) {
      throw new FalconException(
          part(part)
              + ": belongs to another request or release; remove it, and have it embedded anew");
    }
    return manifest;
  }

  /** The parts that are not done, ascending. */
  public List<Integer> missing() {
    return IntStream.range(0, parts()).filter(part -> !isDone(part)).boxed().toList();
  }

  /** Refuses a store whose parts are not all there, and says which tasks make them. */
  public void requireAll() {
    List<Integer> missing = missing();
    if (!missing.isEmpty()) {
      Path file = folder.resolve(TASKS);
      int tasks = Files.exists(file) ? Json.read(file, Tasks.class).count() : 1;
      throw new FalconException(
          "%s: %d of %d parts are missing; embed them by tasks %s"
              .formatted(folder, missing.size(), parts(), TaskList.of(missing).forTasks(tasks)));
    }
  }

  /** Keeps how many tasks there are, for the list of those to be run again. */
  public void keepTasks(int count) {
    Json.writeAttempt(folder.resolve(TASKS), new Tasks(count));
  }

  /** Where the merge may keep files. */
  Path work() {
    return folder.resolve(PARTS).resolve("merge");
  }

  /** Ends the making: what is left is the store and its rejects. */
  public static void tidy(Path folder) {
    // The request first: a folder with one asks for its parts to be made.
    Folders.remove(folder.resolve(REQUEST));
    AtomicFile.removeAttempts(folder);
    Folders.remove(folder.resolve(TASKS));
    Folders.delete(folder.resolve(PARTS));
  }
}
