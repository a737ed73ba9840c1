package dev.falcon.data.store;

import dev.falcon.data.file.Folders;
import dev.falcon.data.store.internal.ShardWriter;
import dev.falcon.data.store.internal.arrow.ArrowFile;
import dev.falcon.data.store.internal.arrow.ArrowShardWriter;
import dev.falcon.data.store.internal.arrow.ArrowShards;
import dev.falcon.data.store.internal.clipretrieval.ClipRetrievalShardWriter;
import dev.falcon.data.store.internal.clipretrieval.ClipRetrievalShards;
import dev.falcon.data.store.layout.StoreLayout;
import dev.falcon.data.store.layout.StoreOptions;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;

/** Where the shards of a store that is being written lie. */
public sealed interface StoreShardFiles {
  /** The files of a store of this layout. */
  static StoreShardFiles of(Path folder, StoreLayout layout) {
    return switch (layout) {
      case ARROW -> new Arrow(folder);
      case CLIP_RETRIEVAL -> new ClipRetrieval(folder);
    };
  }

  /** All files of stores of any layout that the folder holds, whoever wrote them. */
  static List<Path> existing(Path folder) {
    List<Path> files = new ArrayList<>();
    addMatching(folder, "part-*.arrow", files);
    addMatching(folder.resolve(ClipRetrievalShards.IMAGE_FOLDER), "*.npy", files);
    addMatching(folder.resolve(ClipRetrievalShards.TEXT_FOLDER), "*.npy", files);
    addMatching(folder.resolve(ClipRetrievalShards.METADATA_FOLDER), "*.parquet", files);
    return files;
  }

  private static void addMatching(Path folder, String glob, List<Path> files) {
    if (Files.isDirectory(folder)) {
      PathMatcher matcher = folder.getFileSystem().getPathMatcher("glob:" + glob);
      Folders.list(folder).stream()
          .filter(file -> matcher.matches(file.getFileName()))
          .forEach(files::add);
    }
  }

  /** The shard's files; the last is the one that is put into place last. */
  List<Path> of(int number);

  /** Begins a shard. */
  ShardWriter begin(int number, StoreOptions options) throws IOException;

  /** How many rows a whole shard has. */
  long rows(int number);

  /** Whether the shard is whole and in place. */
  default boolean isWhole(int number) {
    List<Path> files = of(number);
    return Files.exists(files.get(files.size() - 1));
  }

  /** Falcon's own layout. */
  record Arrow(Path folder) implements StoreShardFiles {
    @Override
    public List<Path> of(int number) {
      return List.of(folder.resolve(ArrowShards.fileName(number)));
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
      String suffix = "_%04d".formatted(number);
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
