// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.file.SummedFile;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StorePlace;
import dev.falcon.data.work.WorkRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The state of an unfinished run, kept beside the store's shards: for each finished unit, a record
 * and the digests of its keys and new image ids; and the digests of the data. A unit's record is
 * written before its shard is moved into place, so a unit is finished once both exist. The folder
 * is removed when the store is finished.
 */
public final class UnitJournal {
  public static final String FOLDER = StorePlace.JOURNAL;
  private static final String REQUEST = "request.json";
  private static final String DATA = "data.json";

  /** The digests of the data's files. */
  private record Data(List<Provenance.Input> inputs) {
    private Data {
      inputs = List.copyOf(inputs);
    }
  }

  private final Path folder;
  private int units;

  private UnitJournal(Path folder) {
    this.folder = folder;
  }

  /** Returns the journal of the run that writes the store in a folder. */
  public static UnitJournal of(Path store) {
    return new UnitJournal(store.resolve(FOLDER));
  }

  /** Returns the journal's folder, whose files the finished store does not need. */
  public Path folder() {
    return folder;
  }

  /** Returns whether the folder holds the journal of a run with these options. */
  public boolean isOf(StoreOptions options) {
    return request(options).find() == WorkRequest.Found.EQUAL;
  }

  private WorkRequest request(StoreOptions options) {
    return WorkRequest.ofJson(folder.resolve(REQUEST), options);
  }

  /** Starts the journal of a run with these options, or resumes it. */
  public void begin(StoreOptions options) {
    if (!isOf(options)) {
      clear();
      request(options).begin();
    }
  }

  /** Removes the journal; other files in its folder are kept. */
  public void clear() {
    units = 0;
    if (StorePlace.isJournal(folder)) {
      Folders.delete(folder);
    }
  }

  /**
   * Finds the finished units when a run resumes.
   *
   * @param shards number of shards of the store
   */
  public void resume(int shards) {
    int shardsLeft = shards;
    units = 0;
    while (Folders.exists(record(units))) {
      boolean hasShard = read(units).rows() > 0;
      if (hasShard && shardsLeft == 0) {
        break;
      }
      shardsLeft -= hasShard ? 1 : 0;
      units++;
    }
    if (shardsLeft > 0) {
      throw new FalconException(
          folder
              + ": "
              + shardsLeft
              + " of the store's "
              + shards
              + " shards have no record here, so the run cannot resume; remove the store's"
              + " folder to start again");
    }
  }

  /** Returns the number of finished units. */
  public int units() {
    return units;
  }

  /** Returns the records of the finished units, read on demand. */
  public Stream<UnitRecord> records() {
    return IntStream.range(0, units).mapToObj(this::read);
  }

  /** Returns the record of the last finished unit. */
  public Optional<UnitRecord> last() {
    return units == 0 ? Optional.empty() : Optional.of(read(units - 1));
  }

  /** Returns all unusable rows, read on demand. */
  public Iterable<Reject> rejects() {
    return () -> records().flatMap(unit -> unit.rejects().stream()).iterator();
  }

  /** Passes the digests of all units' keys to the consumer, unit by unit. */
  public void keys(Consumer<byte[]> consumer) {
    IntStream.range(0, units).mapToObj(this::keysFile).map(UnitJournal::read).forEach(consumer);
  }

  /** Passes the digests of all units' new image ids to the consumer, unit by unit. */
  public void imageIds(Consumer<byte[]> consumer) {
    IntStream.range(0, units).mapToObj(this::imagesFile).map(UnitJournal::read).forEach(consumer);
  }

  /**
   * Returns the origin of each row of a unit.
   *
   * @return as written by {@link RowOrigins}
   */
  public byte[] rows(int unit) {
    return read(rowsFile(unit));
  }

  /** Writes the record of the next unit, which is finished once its shard is in place. */
  public void add(UnitRecord unit, byte[] keys, byte[] imageIds, byte[] rows) {
    write(keysFile(units), keys);
    write(imagesFile(units), imageIds);
    write(rowsFile(units), rows);
    RecordFile.write(record(units), unit);
    units++;
  }

  /**
   * Writes the digests of the data unless they are already written; waits until they are computed.
   */
  public void keepData(Digests data) {
    if (!Folders.exists(folder.resolve(DATA))) {
      Json.write(folder.resolve(DATA), new Data(data.await()));
    }
  }

  /**
   * Returns whether the run was begun with the same data, as far as is known; waits for the digests
   * if they are needed.
   */
  public boolean isSameData(Digests data) {
    Path file = folder.resolve(DATA);
    return !Folders.exists(file) || Json.read(file, Data.class).equals(new Data(data.await()));
  }

  /** Returns the record of a unit. */
  public UnitRecord read(int unit) {
    RecordFile.requireAsWritten(record(unit), "remove the store's folder to start again");
    return Json.read(record(unit), UnitRecord.class);
  }

  private Path record(int unit) {
    return folder.resolve(String.format(Locale.ROOT, "unit-%05d.json", unit));
  }

  private Path keysFile(int unit) {
    return folder.resolve(String.format(Locale.ROOT, "unit-%05d.keys", unit));
  }

  private Path rowsFile(int unit) {
    return folder.resolve(String.format(Locale.ROOT, "unit-%05d.rows", unit));
  }

  private Path imagesFile(int unit) {
    return folder.resolve(String.format(Locale.ROOT, "unit-%05d.images", unit));
  }

  private static byte[] read(Path file) {
    return SummedFile.read(
        file, "remove the store's folder to start again", in -> in.readAllBytes());
  }

  private static void write(Path target, byte[] bytes) {
    SummedFile.writeAlone(target, out -> out.write(bytes));
  }

  /**
   * The record of a unit of work: the samples that become one output shard.
   *
   * @param samples number of its samples
   * @param rows the number of its rows in the store; a unit without rows has no shard
   * @param images number of images encoded
   * @param nextShard the input shard at which the next unit starts
   * @param nextSample number of finished samples of that shard
   * @param last whether the dataset ends with this unit
   * @param rejects the unusable rows
   */
  @JsonPropertyOrder({"samples", "rows", "images", "nextShard", "nextSample", "last", "rejects"})
  public record UnitRecord(
      long samples,
      long rows,
      long images,
      int nextShard,
      long nextSample,
      boolean last,
      List<Reject> rejects) {
    public UnitRecord {
      rejects = List.copyOf(rejects);
    }
  }
}
