// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.Seals;
import dev.falcon.data.table.TableWriter;
import dev.falcon.data.work.WorkStatus;
import dev.falcon.data.work.WorkUnits;
import dev.falcon.mining.corpus.ExclusionReason;
import dev.falcon.mining.corpus.SearchRecall;
import dev.falcon.mining.internal.run.WorkFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The candidates of a search in parts of consecutive queries. Each part is a table in the work
 * folder, with its counts of excluded candidates beside it; the part is done once its table is
 * sealed.
 */
public final class SearchedParts {
  /** The name of the folder, in the work folder, of tables that are being written. */
  static final String ATTEMPTS = "attempts";

  private static final String TABLE = "candidates-\\d+.parquet";

  private final WorkFolder work;
  private final CandidateTable format;
  private final int queries;
  private final int partQueries;

  /**
   * Creates parts.
   *
   * @param partQueries the number of queries per part, the same in all tasks of a request
   */
  SearchedParts(WorkFolder work, Exclusions exclusions, int partQueries) {
    this.work = work;
    this.format = new CandidateTable(exclusions.queries(), exclusions.corpus());
    this.queries = exclusions.queries().count();
    this.partQueries = partQueries;
  }

  /** Returns the number of parts of some queries. */
  public static int count(int queries, int partQueries) {
    return (queries + partQueries - 1) / partQueries;
  }

  /** Returns the number of parts. */
  public int count() {
    return count(queries, partQueries);
  }

  /** Returns the first query of a part. */
  int first(int part) {
    return part * partQueries;
  }

  /** Returns the number of queries in a part. */
  int size(int part) {
    return Math.min(partQueries, queries - first(part));
  }

  /** Returns the parts as units of work. */
  public WorkUnits units() {
    return new WorkUnits(count(), this::table, part -> Seals.isBeside(table(part)));
  }

  /** Returns the number of queries in unfinished parts. */
  int queriesLeft() {
    return units().missing().stream().mapToInt(this::size).sum();
  }

  /**
   * Writes a part. It is written elsewhere and moved, since other processes may write it, too:
   * those of a task that was started twice, or of a whole run beside tasks.
   *
   * @param provenance the provenance of the search
   * @param search passes on the candidates of the part's queries, and returns the number of
   *     excluded candidates by reason
   */
  void write(
      int part,
      String provenance,
      Function<Consumer<QueryCandidates>, Map<ExclusionReason, Long>> search) {
    Path attempt = work.file(ATTEMPTS).resolve(UUID.randomUUID() + ".parquet");
    Map<ExclusionReason, Long> leftOut;
    try (TableWriter out = format.create(attempt, Map.of(), provenance)) {
      leftOut = search.apply(found -> format.append(out, found));
      if (!work.isBegun()) {
        work.delete();
        throw new FalconException(
            work.file("")
                + ": has been removed meanwhile; another process has completed the lists, or"
                + " overwrites them");
      }
      out.commit();
    }
    move(part, attempt, leftOut);
  }

  /** Moves a part that another process has searched into the work folder. */
  void move(int part, Path table, Map<ExclusionReason, Long> leftOut) {
    writeCounts(part, leftOut);
    Seals.write(
        table(part),
        () -> {
          try {
            Files.move(table, table(part), StandardCopyOption.REPLACE_EXISTING);
          } catch (IOException e) {
            throw new FalconException(
                table
                    + ": cannot be moved into place: "
                    + e.getMessage()
                    + "; the folder of the output must be one that all processes reach",
                e);
          }
        });
  }

  /** Passes on the results of a part in the order of its queries. */
  void read(int part, Consumer<QueryCandidates> each) {
    format.read(whole(table(part)), each);
  }

  /** Returns the number of excluded candidates of a part, by reason. */
  Map<ExclusionReason, Long> leftOut(int part) {
    return Json.read(whole(counts(part)), Counts.class).leftOut();
  }

  /** Writes all parts into one table of candidates. */
  public void join(Path target, String provenance, Optional<SearchRecall> recall) {
    Map<ExclusionReason, Long> leftOut = new TreeMap<>();
    for (int part = 0; part < count(); part++) {
      leftOut(part).forEach((reason, count) -> leftOut.merge(reason, count, Long::sum));
    }
    try (TableWriter out = format.create(target, leftOut, provenance, recall)) {
      for (int part = 0; part < count(); part++) {
        read(part, found -> format.append(out, found));
      }
      out.commit();
    }
  }

  /** Returns whether a folder holds parts. */
  public static boolean isBegun(Path folder) {
    return !tables(folder).isEmpty();
  }

  /** Returns the state of the lists whose parts a folder holds; empty if it holds none. */
  public static Optional<WorkStatus> status(Path folder) {
    List<Path> tables = tables(folder);
    if (tables.isEmpty()) {
      return Optional.empty();
    }
    List<Instant> finished =
        tables.stream()
            .filter(Seals::isBeside)
            .map(WorkStatus::written)
            .flatMap(Optional::stream)
            .toList();
    return Optional.of(
        new WorkStatus(
            "lists",
            false,
            OptionalInt.empty(),
            List.of(),
            OptionalInt.empty(),
            finished,
            new TreeMap<>()));
  }

  private static List<Path> tables(Path folder) {
    return Folders.isFolder(folder)
        ? Folders.list(folder).stream()
            .filter(file -> file.getFileName().toString().matches(TABLE))
            .toList()
        : List.of();
  }

  /** The excluded candidates of a part, which are known after its last query. */
  private record Counts(Map<ExclusionReason, Long> leftOut) {}

  private void writeCounts(int part, Map<ExclusionReason, Long> leftOut) {
    Path file = counts(part);
    Seals.write(file, () -> Json.write(file, new Counts(leftOut)));
  }

  private Path table(int part) {
    return work.file(String.format(Locale.ROOT, "candidates-%05d.parquet", part));
  }

  private Path counts(int part) {
    return work.file(String.format(Locale.ROOT, "left-out-%05d.json", part));
  }

  /** Returns a file after checking that it is as it was written. */
  private static Path whole(Path file) {
    if (!Seals.isSealed(file)) {
      throw new FalconException(file + ": is missing; search for it again");
    }
    return file;
  }
}
