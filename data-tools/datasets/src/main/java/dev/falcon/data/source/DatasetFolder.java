// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.source;

import dev.falcon.data.file.DataFolders;
import dev.falcon.data.file.Folders;
import dev.falcon.data.internal.source.NaturalOrder;
import dev.falcon.data.table.Rejects;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of a dataset that is named by its folder. */
final class DatasetFolder {
  private static final List<String> TARS = List.of(".tar", ".tgz", ".tar.gz");
  private static final List<String> PARQUETS = List.of(".parquet");

  private static final List<String> ARROWS = List.of(".arrow");

  /** The caches that datasets leaves beside its data, and the shards of a store. */
  private static final Pattern NO_DATA = Pattern.compile("(cache-.*|part-[0-9]{5,})\\.arrow");

  /** The tables that Hugging Face's ImageFolder reads beside its images. */
  private static final List<String> TABLES = List.of("metadata.jsonl", "metadata.csv");

  private final Path folder;

  DatasetFolder(Path folder) {
    DataFolders.requireNoVersions(folder);
    this.folder = folder;
  }

  /** Returns the tars; empty if there are none. */
  List<Path> tars() {
    return named(folder, TARS);
  }

  /**
   * Returns the Parquet files of the folder or, if it has none, those of its folders that are named
   * by a column and its value, as Spark and Hive write them; empty if there are none.
   */
  List<Path> parquets() {
    List<Path> own = named(folder, PARQUETS);
    return own.isEmpty() ? partitions(folder).toList() : own;
  }

  private static Stream<Path> partitions(Path folder) {
    return folders(folder).stream()
        .filter(child -> child.getFileName().toString().indexOf('=') > 0)
        .flatMap(
            child -> {
              List<Path> own = named(child, PARQUETS);
              return own.isEmpty() ? partitions(child) : own.stream();
            });
  }

  /**
   * Returns the files that datasets' {@code save_to_disk} lists or, in another folder, the Arrow
   * files but those of a cache or of a store; empty if there are none.
   */
  List<Path> arrows() {
    List<Path> saved = DataFolders.savedFiles(folder);
    return saved.isEmpty()
        ? named(folder, ARROWS).stream()
            .filter(file -> !NO_DATA.matcher(file.getFileName().toString()).matches())
            .toList()
        : saved;
  }

  /** Returns the table that names the folder's images; empty if there is none. */
  Optional<Path> table() {
    return TABLES.stream().map(folder::resolve).filter(Folders::isFile).findFirst();
  }

  /** Refuses a folder whose data lie one folder below, in folders that are named after splits. */
  void requireData() {
    DataFolders.requireOneSplit(
        folder, folders(folder).stream().filter(DatasetFolder::hasFiles).toList());
  }

  private static boolean hasFiles(Path folder) {
    DatasetFolder child = new DatasetFolder(folder);
    return !child.tars().isEmpty()
        || !child.parquets().isEmpty()
        || !child.arrows().isEmpty()
        || child.table().isPresent();
  }

  private static List<Path> folders(Path folder) {
    return sorted(Folders.list(folder).stream().filter(Folders::isFolder));
  }

  /** Returns the files with an ending; a list of rejects left by Falcon is not part of the data. */
  private static List<Path> named(Path folder, List<String> endings) {
    return sorted(
        Folders.list(folder).stream()
            .filter(child -> !child.endsWith(Rejects.FILE_NAME))
            .filter(child -> endings.stream().anyMatch(lowerCaseName(child)::endsWith)));
  }

  private static String lowerCaseName(Path file) {
    return file.getFileName().toString().toLowerCase(Locale.ROOT);
  }

  private static List<Path> sorted(Stream<Path> paths) {
    return paths
        .sorted(
            Comparator.comparing(child -> child.getFileName().toString(), NaturalOrder.INSTANCE))
        .toList();
  }
}
