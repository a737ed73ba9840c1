// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.rows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.internal.source.BrokenRowException;
import dev.falcon.data.internal.source.NamedColumns;
import dev.falcon.data.sample.ColumnNames;
import dev.falcon.data.sample.DataNote;
import dev.falcon.data.sample.DatasetFormat;
import dev.falcon.data.sample.LookaheadReader;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A dataset whose samples are rows of text files that name the image files. A shard is a block of
 * rows.
 */
public final class ListedRows implements SampleSource {
  private record Shard(int fileNumber, RowFile file, int block) {}

  private final String name;
  private final DatasetFormat format;
  private final List<RowFile> files;
  private final RowMapper mapper;
  private Optional<Boolean> keyed = Optional.empty();
  private List<Shard> shards;
  private List<Provenance.Input> inputs;

  public ListedRows(String name, DatasetFormat format, List<RowFile> files, RowMapper mapper) {
    this.name = name;
    this.format = format;
    this.files = List.copyOf(files);
    this.mapper = mapper;
  }

  /**
   * Refuses columns that the user names and that no row has. Reads rows until each was found.
   *
   * @return this dataset
   */
  public ListedRows requireColumns(ColumnNames columns) {
    NamedColumns named = new NamedColumns(columns, !mapper.takesAll());
    for (int shard = 0; !named.isFound() && shard < shards(); shard++) {
      Shard place = list().get(shard);
      try (RowFile.Rows rows = place.file().open(place.block())) {
        while (!named.isFound() && addNext(rows, named)) {
          // until the columns were found, or the rows end
        }
      }
    }
    named.requireFound(name);
    return this;
  }

  /** Adds the columns of the next row; returns whether there was one. */
  private boolean addNext(RowFile.Rows rows, NamedColumns named) {
    try {
      Optional<JsonNode> row = rows.next();
      row.ifPresent(fields -> named.add(mapper.columns(fields)));
      return row.isPresent();
    } catch (BrokenRowException e) {
      return true; // it is rejected where the rows are read
    }
  }

  /** Returns whether the first row that can be read has a key, and so all must. */
  private synchronized boolean isKeyed() {
    if (keyed.isEmpty()) {
      boolean found = false;
      try (RowFile.Rows rows = list().get(0).file().open(0)) {
        found = firstOf(rows).filter(mapper::hasKey).isPresent();
      }
      keyed = Optional.of(found);
    }
    return keyed.get();
  }

  private static Optional<JsonNode> firstOf(RowFile.Rows rows) {
    Optional<JsonNode> first = Optional.empty();
    boolean broken;
    do {
      try {
        first = rows.next();
        broken = false;
      } catch (BrokenRowException e) {
        broken = true; // it is rejected where the rows are read
      }
    } while (broken);
    return first;
  }

  private synchronized List<Shard> list() {
    if (shards == null) {
      List<Shard> found = new ArrayList<>();
      for (int i = 0; i < files.size(); i++) {
        for (int block = 0; block < files.get(i).blocks(); block++) {
          found.add(new Shard(i, files.get(i), block));
        }
      }
      shards = found;
    }
    return shards;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String format() {
    return format.word();
  }

  @Override
  public int shards() {
    return list().size();
  }

  /** Returns the number of rows, or -1 if only those of one split are read. */
  @Override
  public long knownSamples() {
    return mapper.takesAll() ? files.stream().mapToLong(RowFile::rows).sum() : -1;
  }

  @Override
  public String shardName(int shard) {
    RowFile file = list().get(shard).file();
    String fileName = file.file().getFileName().toString();
    return file.blocks() == 1 ? fileName : fileName + '#' + list().get(shard).block();
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    Shard place = list().get(shard);
    String source = shardName(shard);
    RowFile.Rows rows = place.file().open(place.block());
    return new LookaheadReader() {
      @Override
      protected Optional<Sample> advance() {
        while (true) {
          Optional<JsonNode> row = Optional.empty();
          try {
            row = rows.next();
            if (row.isEmpty()) {
              return Optional.empty();
            }
            mapper.requireKeyIf(isKeyed(), row.get());
            Optional<Sample> sample = mapper.sample(row.get(), placeKey());
            if (sample.isPresent()) {
              return sample;
            }
          } catch (BrokenRowException e) {
            rejects.accept(new Reject(source, key(row), e.getMessage()));
          } catch (FalconException e) {
            throw e;
          } catch (RuntimeException e) {
            // Whatever the row contains: one sample is lost, not the run.
            rejects.accept(new Reject(source, key(row), "the row cannot be read: " + e));
          }
        }
      }

      private String key(Optional<JsonNode> row) {
        return row.flatMap(mapper::key).orElseGet(this::placeKey);
      }

      private String placeKey() {
        return RowKeys.of(place.fileNumber(), files.size(), rows.number());
      }

      @Override
      public List<DataNote> notes() {
        return rows.notes();
      }

      @Override
      public void close() {
        rows.close();
      }
    };
  }

  /** Returns the file that contains the block of rows. */
  @Override
  public List<Provenance.Input> inputs(int shard) {
    return files.size() == 1
        ? inputs()
        : List.of(Provenance.Input.of(list().get(shard).file().file()));
  }

  @Override
  public List<Path> files() {
    return files.stream().map(RowFile::file).toList();
  }

  /** Returns the files of rows; the image files that they name are not digested. */
  @Override
  public synchronized List<Provenance.Input> inputs() {
    if (inputs == null) {
      inputs = files.stream().map(file -> Provenance.Input.of(file.file())).toList();
    }
    return inputs;
  }
}
