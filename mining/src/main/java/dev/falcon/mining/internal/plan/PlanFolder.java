package dev.falcon.mining.internal.plan;

import dev.falcon.data.FalconException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.parts.Difference;
import dev.falcon.mining.parts.PartResult;
import dev.falcon.mining.parts.PlanManifest;
import dev.falcon.mining.parts.PlanRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * A plan that is a folder of parts, while it is made: {@code request.json} says of what request;
 * every part that is done has a table and, written after it, a {@code .json}. Attempts are written
 * aside and moved into place, so that any number of tasks may work at once.
 */
public final class PlanFolder {
  private static final String WORK = ".work";

  private final Path folder;
  private final PlanRequest request;
  private final String digest;

  private PlanFolder(Path folder, PlanRequest request) {
    this.folder = folder;
    this.request = request;
    this.digest = request.digest();
  }

  /** Begins a plan, or goes on with one of the same request. */
  public static PlanFolder of(Path folder, PlanRequest request, boolean discard) {
    Path file = folder.resolve(PlanRequest.FILE_NAME);
    if (Files.exists(file)) {
      PlanFolder earlier = new PlanFolder(folder, Json.read(file, PlanRequest.class));
      PlanFolder wanted = new PlanFolder(folder, request);
      if (earlier.digest.equals(wanted.digest)) {
        return earlier;
      }
      if (!discard) {
        throw new FalconException(
            folder
                + ": holds parts of another request: "
                + Difference.between(
                    earlier.request.provenance(), request.provenance(), PlanRequest.FILE_NAME));
      }
    }
    PlanFolder made = new PlanFolder(folder, request);
    if (discard) {
      made.removeParts();
    }
    // Without clearing: other tasks may have begun at the same moment.
    Json.writeAttempt(file, request);
    return made;
  }

  /** Whether tasks make a plan in this folder, or its last traces are still to be removed. */
  public static boolean isBegun(Path folder) {
    return Files.exists(folder.resolve(PlanRequest.FILE_NAME));
  }

  /** Opens a plan that tasks are making. */
  public static PlanFolder open(Path folder) {
    Path file = folder.resolve(PlanRequest.FILE_NAME);
    if (!Files.exists(file)) {
      throw new FalconException(
          folder
              + ": holds no parts; mine --shard and embed --shard make them, and leave a "
              + PlanRequest.FILE_NAME
              + " or parts.json");
    }
    return new PlanFolder(folder, Json.read(file, PlanRequest.class));
  }

  /** What the parts are of. */
  public PlanRequest request() {
    return request;
  }

  /** Where spaces lie that are mined but not yet in a part. */
  public Path work() {
    return folder.resolve(WORK);
  }

  /** A file beside the parts. */
  public Path file(String name) {
    return folder.resolve(name);
  }

  /** A file for an attempt at a part, which nobody else writes. */
  public Path attempt(int part) {
    return folder
        .resolve(PlanRequest.ATTEMPTS)
        .resolve(UUID.randomUUID() + "-" + request.table(part));
  }

  /** Puts a part into place. All attempts have the same bytes, so it does not matter whose wins. */
  public void commit(int part, Path attempt, long rows, byte[] summary) {
    Path file = folder.resolve(request.table(part));
    String sha256 = Sha256.of(attempt);
    long bytes;
    try {
      bytes = Files.size(attempt);
      Files.move(
          attempt, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be moved into place: " + e.getMessage(), e);
    }
    Json.writeAttempt(
        folder.resolve(PlanRequest.result(part)),
        new PartResult(digest, part, request.table(part), rows, bytes, sha256, summary));
  }

  /** The result of a part; empty where it is not done. */
  public Optional<PartResult> done(int part) {
    return isDone(part) ? Optional.of(result(part)) : Optional.empty();
  }

  /** The result of a part that is done. */
  public PartResult result(int part) {
    Path file = folder.resolve(PlanRequest.result(part));
    PartResult result = Json.read(file, PartResult.class);
    if (!result.request().equals(digest) || result.part() != part) {
      throw new FalconException(
          file + ": belongs to another request; remove it, and have the part mined anew");
    }
    return result;
  }

  private boolean isDone(int part) {
    return Files.exists(folder.resolve(PlanRequest.result(part)))
        && Files.exists(folder.resolve(request.table(part)));
  }

  /** The parts that are not done, ascending. */
  public List<Integer> missing() {
    return IntStream.range(0, request.parts()).filter(part -> !isDone(part)).boxed().toList();
  }

  /** The tables of the manifest, each checked against its digest. */
  public List<PlanManifest.Part> checked() {
    List<PlanManifest.Part> parts = new ArrayList<>();
    for (int part = 0; part < request.parts(); part++) {
      PartResult result = result(part);
      Path file = folder.resolve(result.file());
      if (!Sha256.of(file).equals(result.sha256())) {
        throw new FalconException(
            file + ": is not as it was written; remove it, and have part " + part + " mined anew");
      }
      parts.add(new PlanManifest.Part(result.file(), result.rows(), result.sha256()));
    }
    return parts;
  }

  /** Ends the making: what is left is the manifest, the tables, and the rejects. */
  public void tidy() {
    Folders.delete(work());
    Folders.delete(folder.resolve(PlanRequest.ATTEMPTS));
    AtomicFile.removeAttempts(folder);
    for (int part = 0; part < request.parts(); part++) {
      Folders.remove(folder.resolve(PlanRequest.result(part)));
    }
    Folders.remove(folder.resolve(PlanRequest.FILE_NAME));
  }

  private void removeParts() {
    Folders.delete(work());
    Folders.delete(folder.resolve(PlanRequest.ATTEMPTS));
    if (!Files.isDirectory(folder)) {
      return;
    }
    for (Path file : Folders.list(folder)) {
      String name = file.getFileName().toString();
      if (name.startsWith("part-") || name.equals(PlanManifest.FILE_NAME)) {
        Folders.remove(file);
      }
    }
  }
}
