// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Difference;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.OutputKind;
import dev.falcon.mining.plan.PartResult;
import dev.falcon.mining.plan.PlanManifest;
import dev.falcon.mining.plan.PlanRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * The folder of a plan, in any storage. Its files are the same as those that tasks of {@code mine
 * --shard} write. Only the driver moves parts into place.
 */
public final class PlanPlace implements Serializable {
  private static final long serialVersionUID = 1;

  private final String folder;
  private final Storage storage;

  /** Creates the place of a plan. */
  public PlanPlace(String folder, Storage storage) {
    String name = folder.endsWith("/") ? folder.substring(0, folder.length() - 1) : folder;
    this.folder = storage.absolute(name);
    this.storage = storage;
  }

  /** Returns the storage of the plan. */
  Storage storage() {
    return storage;
  }

  private String file(String name) {
    return folder + "/" + name;
  }

  /**
   * Refuses a folder that holds a finished plan, or files that do not belong to a plan. Nothing is
   * written or removed.
   *
   * @throws RequestException if the folder is refused
   */
  public void requireUnfinished(boolean overwrite) {
    List<String> files = storage.list(folder);
    if (!files.isEmpty()
        && !says(PlanManifest.FILE_NAME, "/format", "falcon_")
        && !says(PlanRequest.FILE_NAME, "/provenance/falcon_version", "")) {
      throw new RequestException(
          folder
              + ": holds other files, such as "
              + files.get(0)
              + ", and not a plan of Falcon's; name a new folder");
    }
    if (storage.exists(file(PlanManifest.FILE_NAME)) && !overwrite) {
      throw new RequestException(folder + ": already exists; name another folder, or overwrite it");
    }
  }

  private boolean says(String name, String pointer, String begin) {
    try {
      return storage.exists(file(name))
          && OutputKind.says(new ByteArrayInputStream(storage.read(file(name))), pointer, begin);
    } catch (IOException e) {
      return false; // not JSON, so no run has written it
    }
  }

  /** Starts a plan, or resumes a plan of the same request. */
  public void begin(PlanRequest request, boolean discard) {
    String file = file(PlanRequest.FILE_NAME);
    boolean same = false;
    if (storage.exists(file)) {
      PlanRequest earlier = read(file, PlanRequest.class);
      same = earlier.digest().equals(request.digest());
      if (!same && !discard) {
        throw Difference.ofParts(
            folder, earlier.provenance(), request.provenance(), PlanRequest.FILE_NAME);
      }
    }
    if (same) {
      return;
    }
    if (discard) {
      for (String name : storage.list(folder)) {
        if (PlanRequest.isPart(name) || name.equals(PlanManifest.FILE_NAME)) {
          storage.delete(file(name));
        }
      }
    }
    storage.delete(file(PlanRequest.ATTEMPTS));
    write(file, Json.pretty(request));
  }

  /** Returns the parts that are not finished, ascending. */
  public List<Integer> missing(PlanRequest request) {
    Set<String> names = new HashSet<>(storage.list(folder));
    return IntStream.range(0, request.parts())
        .filter(part -> !request.isDone(part, names))
        .boxed()
        .toList();
  }

  /**
   * Returns the file of an attempt: a temporary one or, if renaming means copying, the part's final
   * place.
   */
  String attempt(String table, long attempt) {
    return storage.renames(folder)
        ? file(PlanRequest.ATTEMPTS + "/" + attempt + "-" + table)
        : file(table);
  }

  /** Moves an attempt into place. */
  void commit(PlanRequest request, PartAttempt attempt) {
    String table = request.table(attempt.part());
    if (!attempt.file().equals(file(table))) {
      storage.move(attempt.file(), file(table));
    }
    write(
        file(PlanRequest.result(attempt.part())),
        RecordFile.text(
            new PartResult(
                request.digest(),
                attempt.part(),
                table,
                attempt.rows(),
                attempt.bytes(),
                attempt.sha256(),
                attempt.summary())));
  }

  /** Returns the digest of a part's table. */
  public String sha256(String table) {
    return storage.sha256(file(table));
  }

  /** Computes the digests of parts' tables. */
  @FunctionalInterface
  public interface Digests {
    /** Returns the digests of tables, in the given order. */
    List<String> of(List<String> tables);
  }

  /**
   * Completes the plan; all parts must be finished.
   *
   * @throws FalconException naming the first part that is not as it was written
   */
  public PlanManifest finish(PlanRequest request, List<Reject> rejects, Digests digests) {
    List<PlanManifest.Part> parts = new ArrayList<>();
    List<byte[]> summaries = new ArrayList<>();
    for (int part = 0; part < request.parts(); part++) {
      String name = file(PlanRequest.result(part));
      if (RecordFile.isEdited(storage.read(name))) {
        throw new FalconException(
            name + ": is not as it was written; remove it, and mine part " + part + " again");
      }
      PartResult result = read(name, PartResult.class);
      if (!result.request().equals(request.digest())) {
        throw new FalconException(
            name + ": belongs to another request; remove it, and mine the part again");
      }
      requireWhole(part, result);
      parts.add(new PlanManifest.Part(result.file(), result.rows(), result.sha256()));
      summaries.add(result.summary());
    }
    List<String> found = digests.of(parts.stream().map(PlanManifest.Part::file).toList());
    for (int part = 0; part < parts.size(); part++) {
      if (!found.get(part).equals(parts.get(part).sha256())) {
        throw new FalconException(
            file(parts.get(part).file())
                + ": is not as it was written; remove it, and mine part "
                + part
                + " again");
      }
    }
    PlanManifest manifest = PlanManifest.of(request, parts, summaries);
    if (!rejects.isEmpty()) {
      writeRejects(rejects);
    }
    storage.write(
        file(PlanManifest.FILE_NAME),
        file(PlanRequest.ATTEMPTS + "/" + UUID.randomUUID()),
        RecordFile.text(manifest).getBytes(StandardCharsets.UTF_8));
    storage.delete(file(PlanRequest.ATTEMPTS));
    for (int part = 0; part < request.parts(); part++) {
      storage.delete(file(PlanRequest.result(part)));
    }
    // Remains of earlier tasks of mine --shard.
    for (String name : List.of("store-check.json", ".check", "tasks.json", ".work")) {
      storage.delete(file(name));
    }
    storage.delete(file(PlanRequest.FILE_NAME));
    return manifest;
  }

  /**
   * Refuses a part whose table is incomplete. All attempts have the same bytes, but one may have
   * been interrupted while it replaced another.
   */
  private void requireWhole(int part, PartResult result) {
    long bytes = storage.size(file(result.file()));
    if (bytes != result.bytes()) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s: has %,d bytes and was written with %,d; remove it, and mine part %d again",
              file(result.file()),
              bytes,
              result.bytes(),
              part));
    }
  }

  private void writeRejects(List<Reject> rejects) {
    try {
      Path local = Files.createTempFile("falcon-", "-rejects.parquet");
      try {
        Rejects.write(local, rejects);
        storage.put(local, file("rejects.parquet"));
      } finally {
        Files.deleteIfExists(local);
      }
    } catch (IOException e) {
      throw new FalconException("no temporary file can be made: " + e.getMessage(), e);
    }
  }

  private void write(String file, String value) {
    String aside = file(PlanRequest.ATTEMPTS + "/" + UUID.randomUUID());
    storage.write(file, aside, value.getBytes(StandardCharsets.UTF_8));
  }

  private <T> T read(String file, Class<T> type) {
    try {
      return Json.mapper().readValue(storage.read(file), type);
    } catch (IOException e) {
      throw new FalconException(file + ": has unexpected JSON", e);
    }
  }

  /**
   * A part's table that a task has written.
   *
   * @param file the path of the table
   * @param vectorised whether the executor has the fast kernel
   * @param host the executor's host
   */
  record PartAttempt(
      int part,
      String file,
      long rows,
      long bytes,
      String sha256,
      byte[] summary,
      boolean vectorised,
      String host)
      implements Serializable {}
}
