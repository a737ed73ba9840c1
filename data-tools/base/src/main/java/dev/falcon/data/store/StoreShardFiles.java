// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import dev.falcon.data.file.Folders;
import dev.falcon.data.store.internal.ArrowFile;
import dev.falcon.data.store.internal.ArrowShardWriter;
import dev.falcon.data.store.internal.ClipRetrievalShardWriter;
import dev.falcon.data.store.internal.ClipRetrievalShards;
import dev.falcon.data.store.internal.ShardWriter;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The files of the shards of a store in progress. */
public sealed interface StoreShardFiles {
  /** Returns the files of a store of this layout. */
  static StoreShardFiles of(Path folder, StoreLayout layout) {
    return switch (layout) {
      case ARROW -> new Arrow(folder);
      case CLIP_RETRIEVAL -> new ClipRetrieval(folder);
      default -> throw new IllegalArgumentException("no store is written in this layout");
    };
  }

  /** Returns all files of the folder with names of a store's shards, of either layout. */
  static List<Path> existing(Path folder) {
    List<Path> files = new ArrayList<>();
    addMatching(folder, "part-[0-9]{5,}\\.arrow(\\.partial)?", files);
    addMatching(
        folder.resolve(ClipRetrievalShards.IMAGE_FOLDER),
        "img_emb_[0-9]{4,}\\.npy(\\.partial)?",
        files);
    addMatching(
        folder.resolve(ClipRetrievalShards.TEXT_FOLDER),
        "text_emb_[0-9]{4,}\\.npy(\\.partial)?",
        files);
    addMatching(
        folder.resolve(ClipRetrievalShards.METADATA_FOLDER),
        "metadata_[0-9]{4,}\\.parquet(\\.partial)?",
        files);
    return files;
  }

  private static void addMatching(Path folder, String name, List<Path> files) {
    if (Folders.isFolder(folder)) {
      Folders.list(folder).stream()
          .filter(file -> file.getFileName().toString().matches(name))
          .forEach(files::add);
    }
  }

  /** Returns the shard's files; the last is moved into place last. */
  List<Path> of(int number);

  /** Starts a shard. */
  ShardWriter begin(int number, StoreOptions options) throws IOException;

  /** Returns the number of rows of a complete shard. */
  long rows(int number);

  /** Returns whether the shard is complete and in place. */
  default boolean isWhole(int number) {
    List<Path> files = of(number);
    return Folders.exists(files.get(files.size() - 1));
  }

  /** Falcon's own layout. */
  record Arrow(Path folder) implements StoreShardFiles {
    @Override
    public List<Path> of(int number) {
      return List.of(folder.resolve(ArrowShardWriter.fileName(number)));
    }

    @Override
    public ShardWriter begin(int number, StoreOptions options) throws IOException {
      return new ArrowShardWriter(of(number).get(0), options);
    }

    @Override
    public long rows(int number) {
      return ArrowFile.open(of(number).get(0)).rows();
    }
  }

  /** clip-retrieval's layout; numbers have four digits, so that names sort as numbers do. */
  record ClipRetrieval(Path folder) implements StoreShardFiles {
    @Override
    public List<Path> of(int number) {
      String suffix = String.format(Locale.ROOT, "_%04d", number);
      return List.of(
          folder.resolve(ClipRetrievalShards.IMAGE_FOLDER).resolve("img_emb" + suffix + ".npy"),
          folder.resolve(ClipRetrievalShards.TEXT_FOLDER).resolve("text_emb" + suffix + ".npy"),
          folder
              .resolve(ClipRetrievalShards.METADATA_FOLDER)
              .resolve("metadata" + suffix + ".parquet"));
    }

    @Override
    public ShardWriter begin(int number, StoreOptions options) throws IOException {
      List<Path> files = of(number);
      return new ClipRetrievalShardWriter(files.get(0), files.get(1), files.get(2), options);
    }

    @Override
    public long rows(int number) {
      try (TableReader metadata = TableReader.open(of(number).get(2))) {
        return metadata.rows();
      }
    }
  }
}
