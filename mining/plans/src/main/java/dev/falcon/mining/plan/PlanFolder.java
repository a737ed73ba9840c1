// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.plan;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Difference;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.work.OutputKind;
import dev.falcon.data.work.Replacement;
import dev.falcon.data.work.WorkRequest;
import dev.falcon.data.work.WorkUnits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A plan in progress that is a folder of parts. {@code request.json} records the request. Every
 * finished part has a table and a {@code .json} file, which is written after the table. An attempt
 * at a part is written elsewhere and moved into place, so that any number of tasks may work at the
 * same time.
 */
public final class PlanFolder {
  /**
   * Recognises a plan's folder, including one without a request yet, whose store is being checked.
   */
  public static final OutputKind KIND =
      new OutputKind(
          "a plan",
          List.of(
              OutputKind.json(PlanManifest.FILE_NAME, "/format", "falcon_"),
              OutputKind.json(PlanRequest.FILE_NAME, "/provenance/falcon_version", "")),
          PlanFolder::isOfTheCheck);

  /** The folder in which tasks share their checks of the store. */
  public static final String CHECK = ".check";

  private static final Pattern CHECKED =
      Pattern.compile("[0-9a-f]+(-[0-9]+\\.check|\\.digest|\\.sums)");

  private static final String WORK = ".work";

  private final Path folder;
  private final PlanRequest request;
  private final String digest;

  private PlanFolder(Path folder, PlanRequest request) {
    this.folder = folder;
    this.request = request;
    this.digest = request.digest();
  }

  /** Replaces a finished plan. */
  public static final Replacement REPLACEMENT =
      new Replacement(KIND, PlanManifest.FILE_NAME, PlanFolder::discard);

  /** Starts a plan, or resumes a plan of the same request. */
  public static PlanFolder of(Path folder, PlanRequest request, boolean discard) {
    PlanFolder plan = new PlanFolder(folder, request);
    Path file = folder.resolve(PlanRequest.FILE_NAME);
    WorkRequest unfinished = WorkRequest.ofJson(file, request);
    if (unfinished.find(discard, () -> plan.ofAnother(file)) != WorkRequest.Found.EQUAL) {
      if (discard) {
        discard(folder);
      }
      // Otherwise nothing is removed, since other tasks may have started at the same time.
      unfinished.beginBesideOthers();
    }
    return plan;
  }

  private FalconException ofAnother(Path file) {
    Provenance earlier = PlanRequest.read(file).provenance();
    return Difference.ofParts(folder, earlier, request.provenance(), PlanRequest.FILE_NAME);
  }

  /** Returns whether the folder holds a plan in progress, or remains of one. */
  public static boolean isBegun(Path folder) {
    return Folders.exists(folder.resolve(PlanRequest.FILE_NAME));
  }

  /** Opens a plan in progress. */
  public static PlanFolder open(Path folder) {
    Path file = folder.resolve(PlanRequest.FILE_NAME);
    if (!Folders.exists(file)) {
      throw noParts(folder);
    }
    return new PlanFolder(folder, PlanRequest.read(file));
  }

  /** Returns the failure to throw for a folder that is not a plan in parts. */
  public static FalconException noParts(Path folder) {
    return new FalconException(
        folder
            + ": holds no parts: it has no "
            + PlanRequest.FILE_NAME
            + " or parts.json; mine or embed in shards");
  }

  /** Returns the request of the parts. */
  public PlanRequest request() {
    return request;
  }

  /** Returns the folder of the spaces that are mined but not yet in a part. */
  public Path work() {
    return folder.resolve(WORK);
  }

  /** Returns a file beside the parts. */
  public Path file(String name) {
    return folder.resolve(name);
  }

  /** Returns a file for an attempt at a part, which no other task writes. */
  public Path attempt(int part) {
    return folder
        .resolve(PlanRequest.ATTEMPTS)
        .resolve(UUID.randomUUID() + "-" + request.table(part));
  }

  /**
   * Moves a part into place. All attempts have the same bytes, so it does not matter which one is
   * kept.
   */
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
    AtomicFile.writeAttempt(
        folder.resolve(PlanRequest.result(part)),
        RecordFile.text(
            new PartResult(digest, part, request.table(part), rows, bytes, sha256, summary)));
  }

  /** Returns the result of a part; empty if it is unfinished. */
  public Optional<PartResult> done(int part) {
    return isDone(part) ? Optional.of(result(part)) : Optional.empty();
  }

  /** Returns the result of a finished part. */
  public PartResult result(int part) {
    Path file = folder.resolve(PlanRequest.result(part));
    RecordFile.requireAsWritten(file, "remove it, and mine part " + part + " again");
    PartResult result = Json.read(file, PartResult.class);
    if (!result.request().equals(digest) || result.part() != part) {
      throw new FalconException(
          file + ": belongs to another request; remove it, and mine the part again");
    }
    return result;
  }

  private boolean isDone(int part) {
    return Folders.exists(folder.resolve(PlanRequest.result(part)))
        && Folders.exists(folder.resolve(request.table(part)));
  }

  /** Returns the parts as units of work, finished or not as the folder is now. */
  public WorkUnits units() {
    Set<String> names =
        Folders.list(folder).stream()
            .map(file -> file.getFileName().toString())
            .collect(Collectors.toSet());
    return new WorkUnits(
        request.parts(),
        part -> folder.resolve(PlanRequest.result(part)),
        part -> request.isDone(part, names));
  }

  /** Returns the tables for the manifest, after checking each against its digest. */
  public List<PlanManifest.Part> checked() {
    List<PlanManifest.Part> parts = new ArrayList<>();
    for (int part = 0; part < request.parts(); part++) {
      PartResult result = result(part);
      Path file = folder.resolve(result.file());
      if (!Sha256.of(file).equals(result.sha256())) {
        throw new FalconException(
            file + ": is not as it was written; remove it, and mine part " + part + " again");
      }
      parts.add(new PlanManifest.Part(result.file(), result.rows(), result.sha256()));
    }
    return parts;
  }

  /** Completes the plan by removing all files except the manifest, the tables and the rejects. */
  public void tidy() {
    Folders.delete(work());
    Folders.delete(folder.resolve(PlanRequest.ATTEMPTS));
    AtomicFile.removeAttempts(folder);
    for (int part = 0; part < request.parts(); part++) {
      Folders.remove(folder.resolve(PlanRequest.result(part)));
    }
    Folders.remove(folder.resolve(PlanRequest.FILE_NAME));
  }

  /** Removes a plan's files from a folder; other files stay. */
  private static void discard(Path folder) {
    if (!KIND.isIn(folder)) {
      return;
    }
    Folders.delete(folder.resolve(WORK));
    Folders.delete(folder.resolve(PlanRequest.ATTEMPTS));
    AtomicFile.removeAttempts(folder);
    for (Path file : Folders.list(folder)) {
      String name = file.getFileName().toString();
      if (name.equals(PlanManifest.FILE_NAME) || PlanRequest.isPart(name)) {
        Folders.remove(file);
      }
    }
  }

  private static boolean isOfTheCheck(Path child) {
    return child.endsWith(CHECK)
        && Folders.isFolder(child)
        && Folders.list(child).stream()
            .allMatch(
                file ->
                    AtomicFile.isLeftover(file)
                        || CHECKED.matcher(file.getFileName().toString()).matches());
  }
}
