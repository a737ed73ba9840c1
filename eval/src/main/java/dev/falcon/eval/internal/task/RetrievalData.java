// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.task;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.DataHash;
import dev.falcon.data.file.Folders;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.data.sample.ColumnNames;
import dev.falcon.data.sample.DatasetFormat;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import dev.falcon.eval.datacomp.Task;
import dev.falcon.eval.internal.vectors.FileHashes;
import dev.falcon.eval.internal.vectors.ShardRows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A set of images with captions, in one of its two layouts. */
interface RetrievalData {
  /** Images are resized in their own colour mode, and then converted to RGB. */
  ConvertOrder ORDER = ConvertOrder.RESIZE_THEN_RGB;

  /** Returns the name used in messages. */
  Path folder();

  List<Provenance.Input> inputs(FileHashes hashes);

  /** Returns the rows of all shards, in their order. */
  List<ShardRows> rows(TaskRunner.Tools tools, Progress.Task progress);

  /**
   * Returns the data of a task: a folder of shards in the suite's layout or as converted, or the
   * unpacked zip beside its table; empty if there are none.
   */
  static Optional<RetrievalData> find(Task task, Path dataDir) {
    Path shards = dataDir.resolve(task.folder());
    if (Folders.isFolder(shards)) {
      return Optional.of(new Tars(ShardFolder.open(shards)));
    }
    Path unpacked = dataDir.resolve(task.key().substring(task.key().indexOf('/') + 1));
    if (!Folders.isFolder(unpacked)) {
      return Optional.empty();
    }
    Optional<ShardFolder> converted = ShardFolder.converted(unpacked);
    return Optional.of(
        converted.isPresent() ? new Tars(converted.get()) : new Table(unpacked, table(unpacked)));
  }

  private static Path table(Path folder) {
    List<Path> tables =
        Folders.list(folder).stream().filter(file -> file.toString().endsWith(".csv")).toList();
    if (tables.size() != 1) {
      throw new FalconException(
          folder + ": must hold one .csv file with one row per image; holds " + tables.size());
    }
    return tables.get(0);
  }

  /** WebDataset shards with {@code .txt} members of one caption per line. */
  record Tars(ShardFolder shards) implements RetrievalData {
    @Override
    public Path folder() {
      return shards.folder();
    }

    @Override
    public List<Provenance.Input> inputs(FileHashes hashes) {
      return shards.inputs(hashes);
    }

    @Override
    public List<ShardRows> rows(TaskRunner.Tools tools, Progress.Task progress) {
      List<ShardRows> rows = new ArrayList<>();
      for (int shard = 0; shard < shards.shards(); shard++) {
        rows.add(shards.rows(shard, ORDER, Map.of(), tools, progress));
      }
      return rows;
    }
  }

  /** A table with a column of caption lists, and a folder of the images it names. */
  record Table(Path folder, Path csv) implements RetrievalData {
    @Override
    public List<Provenance.Input> inputs(FileHashes hashes) {
      List<Provenance.Input> inputs = new ArrayList<>();
      for (Path file : Folders.files(folder)) {
        String name = folder.getParent().relativize(file).toString().replace('\\', '/');
        inputs.add(hashes.input(name, file));
      }
      return inputs;
    }

    @Override
    public List<ShardRows> rows(TaskRunner.Tools tools, Progress.Task progress) {
      SourceOptions options =
          SourceOptions.DEFAULTS
              .withFormat(DatasetFormat.CSV)
              .withColumns(ColumnNames.COMMON)
              .withImageRoot(imageRoot());
      SampleSource source = SampleSources.open(csv.toString(), options);
      String hash = DataHash.of(inputs(tools.hashes()));
      List<ShardRows> rows = new ArrayList<>();
      for (int shard = 0; shard < source.shards(); shard++) {
        rows.add(tools.images().rows(source, shard, hash + " " + shard, ORDER, Map.of(), progress));
      }
      return rows;
    }

    /** Returns the only folder beside the table, if there is exactly one. */
    private Path imageRoot() {
      List<Path> folders = Folders.list(folder).stream().filter(Folders::isFolder).toList();
      return folders.size() == 1 ? folders.get(0) : folder;
    }
  }
}
