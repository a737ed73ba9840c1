// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.task;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.Folders;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.data.sample.CaptionLines;
import dev.falcon.data.sample.DatasetFormat;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import dev.falcon.eval.internal.vectors.FileHashes;
import dev.falcon.eval.internal.vectors.ShardRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A dataset's folder: {@code test/nshards.txt} holds the number of tars, which are {@code
 * test/0.tar} and so on, and text files beside {@code test} hold the meanings of the labels.
 */
final class ShardFolder {
  private static final SourceOptions OPTIONS =
      SourceOptions.DEFAULTS
          .withFormat(DatasetFormat.WEBDATASET)
          .withCaptionLines(CaptionLines.EACH);

  private final Path folder;
  private final List<Path> tars;

  private ShardFolder(Path folder, List<Path> tars) {
    this.folder = folder;
    this.tars = tars;
  }

  /** Finds all tars. */
  public static ShardFolder open(Path folder) {
    Path counter = folder.resolve("test/nshards.txt");
    int count = count(counter);
    List<Path> tars = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Path tar = folder.resolve("test/" + i + ".tar");
      if (!Folders.isFile(tar)) {
        throw new FalconException(
            tar
                + ": is missing; "
                + counter.getFileName()
                + " says that there are "
                + count
                + " shards");
      }
      tars.add(tar);
    }
    return new ShardFolder(folder, List.copyOf(tars));
  }

  /**
   * Returns the tars that {@code falcon data convert} has written into a folder; empty if there are
   * none.
   */
  public static Optional<ShardFolder> converted(Path folder) {
    List<Path> tars =
        Folders.list(folder).stream().filter(file -> file.toString().endsWith(".tar")).toList();
    return tars.isEmpty() ? Optional.empty() : Optional.of(new ShardFolder(folder, tars));
  }

  private static int count(Path counter) {
    if (!Folders.isFile(counter)) {
      throw new FalconException(counter + ": is missing; it must say how many shards there are");
    }
    String text = "";
    try {
      text = Files.readString(counter).strip();
      int count = Integer.parseInt(text);
      if (count > 0) {
        return count;
      }
    } catch (IOException e) {
      throw new FalconException(counter + ": cannot be read: " + e.getMessage(), e);
    } catch (NumberFormatException e) {
      throw new FalconException(
          counter + ": must hold the number of shards; holds '" + text + "'", e);
    }
    throw new FalconException(counter + ": must say 1 shard or more; says " + text);
  }

  public Path folder() {
    return folder;
  }

  public int shards() {
    return tars.size();
  }

  /** Returns a shard's digest. */
  public String hash(int shard, FileHashes hashes) {
    return input(shard, hashes).sha256();
  }

  /** Returns the digests of all shards and of the named files of the folder. */
  public List<Provenance.Input> inputs(FileHashes hashes, String... files) {
    List<Provenance.Input> inputs = new ArrayList<>();
    for (String file : files) {
      inputs.add(hashes.input(folder.getFileName() + "/" + file, folder.resolve(file)));
    }
    for (int shard = 0; shard < tars.size(); shard++) {
      inputs.add(input(shard, hashes));
    }
    return inputs;
  }

  private Provenance.Input input(int shard, FileHashes hashes) {
    Path tar = tars.get(shard);
    String name = folder.relativize(tar).toString().replace('\\', '/');
    return hashes.input(folder.getFileName() + "/" + name, tar);
  }

  /** Returns a shard's rows, whose images are converted to RGB before or after resizing. */
  public ShardRows rows(
      int shard,
      ConvertOrder order,
      Map<String, float[]> known,
      TaskRunner.Tools tools,
      Progress.Task progress) {
    SampleSource source = SampleSources.open(tars.get(shard).toString(), OPTIONS);
    return tools.images().rows(source, 0, hash(shard, tools.hashes()), order, known, progress);
  }
}
