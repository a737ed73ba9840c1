package dev.falcon.onnx.embed.internal.journal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.layout.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What an unfinished run remembers beside the store's shards: for each unit that is done a record
 * and the digests of its keys and new image ids, and the digests of the data. A unit's record is
 * written before its shard is put into place, so a unit is done when both are there. The folder is
 * removed when the store is finished.
 */
public final class UnitJournal {
  public static final String FOLDER = "unfinished";
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

  /** The journal of the run that writes the store in a folder. */
  public static UnitJournal of(Path store) {
    return new UnitJournal(store.resolve(FOLDER));
  }

  /** Where files may lie that are of no use after the run. */
  public Path folder() {
    return folder;
  }

  /** Whether the run that these options describe keeps its journal here. */
  public boolean isOf(StoreOptions options) {
    Path request = folder.resolve(REQUEST);
    try {
      return Files.exists(request) && Files.readString(request).equals(Json.pretty(options));
    } catch (IOException e) {
      throw new FalconException(request + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Begins the journal of the run that these options describe, or goes on with it. */
  public void begin(StoreOptions options) {
    if (!isOf(options)) {
      clear();
      Json.write(folder.resolve(REQUEST), options);
    }
  }

  /** Forgets everything. */
  public void clear() {
    units = 0;
    Folders.delete(folder);
  }

  /**
   * Finds the units that are done.
   *
   * @param shards how many shards the store has
   */
  public void resume(int shards) {
    int shardsLeft = shards;
    units = 0;
    while (Files.exists(record(units))) {
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
              + " shards have no record here, so the run cannot be gone on with; remove the store's"
              + " folder to begin anew");
    }
  }

  /** How many units are done. */
  public int units() {
    return units;
  }

  /** The records of the units that are done, read as they are asked for. */
  public Stream<UnitRecord> records() {
    return IntStream.range(0, units).mapToObj(this::read);
  }

  /** The record of the last unit that is done. */
  public Optional<UnitRecord> last() {
    return units == 0 ? Optional.empty() : Optional.of(read(units - 1));
  }

  /** All rows that could not be used, read as they are asked for. */
  public Iterable<Reject> rejects() {
    return () -> records().flatMap(unit -> unit.rejects().stream()).iterator();
  }

  /** Gives the digests of all units' keys to the consumer, unit by unit. */
  public void keys(Consumer<byte[]> consumer) {
    IntStream.range(0, units).mapToObj(this::keysFile).map(UnitJournal::read).forEach(consumer);
  }

  /** Gives the digests of all units' new image ids to the consumer, unit by unit. */
  public void imageIds(Consumer<byte[]> consumer) {
    IntStream.range(0, units).mapToObj(this::imagesFile).map(UnitJournal::read).forEach(consumer);
  }

  /**
   * Where each row of a unit comes from.
   *
   * @return as {@link RowOrigins} has put it together
   */
  public byte[] rows(int unit) {
    return read(rowsFile(unit));
  }

  /** Writes what is known of the next unit; it is done when its shard is in place. */
  public void add(UnitRecord unit, byte[] keys, byte[] imageIds, byte[] rows) {
    write(keysFile(units), keys);
    write(imagesFile(units), imageIds);
    write(rowsFile(units), rows);
    Json.write(record(units), unit);
    units++;
  }

  /** Writes the digests of the data, where they are not written yet; waits for them. */
  public void keepData(Digests data) {
    if (!Files.exists(folder.resolve(DATA))) {
      Json.write(folder.resolve(DATA), new Data(data.await()));
    }
  }

  /**
   * Whether the run was begun with the same data, as far as is known; waits for the digests where
   * it must.
   */
  public boolean isSameData(Digests data) {
    Path file = folder.resolve(DATA);
    return !Files.exists(file) || Json.read(file, Data.class).equals(new Data(data.await()));
  }

  /** The record of a unit. */
  public UnitRecord read(int unit) {
    return Json.read(record(unit), UnitRecord.class);
  }

  private Path record(int unit) {
    return folder.resolve("unit-%05d.json".formatted(unit));
  }

  private Path keysFile(int unit) {
    return folder.resolve("unit-%05d.keys".formatted(unit));
  }

  private Path rowsFile(int unit) {
    return folder.resolve("unit-%05d.rows".formatted(unit));
  }

  private Path imagesFile(int unit) {
    return folder.resolve("unit-%05d.images".formatted(unit));
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static void write(Path target, byte[] bytes) {
    try (AtomicFile file = AtomicFile.create(target)) {
      Files.write(file.path(), bytes);
      file.commit();
    } catch (IOException e) {
      throw new FalconException(target + ": cannot be written: " + e.getMessage(), e);
    }
  }
}
