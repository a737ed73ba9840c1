// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.source;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.DataFolders;
import dev.falcon.data.file.Folders;
import dev.falcon.data.internal.rows.CocoRows;
import dev.falcon.data.internal.rows.CsvRows;
import dev.falcon.data.internal.rows.JsonRows;
import dev.falcon.data.internal.rows.ListedRows;
import dev.falcon.data.internal.rows.RowFile;
import dev.falcon.data.internal.rows.RowMapper;
import dev.falcon.data.internal.rows.TypedSource;
import dev.falcon.data.internal.source.BracePattern;
import dev.falcon.data.internal.source.Glob;
import dev.falcon.data.internal.source.ImageFolder;
import dev.falcon.data.internal.source.ImageFolderSource;
import dev.falcon.data.internal.source.NamedColumns;
import dev.falcon.data.internal.source.WebDatasetSource;
import dev.falcon.data.sample.DatasetFormat;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.scenes.generate.ScenesSource;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Finds the files that a dataset's name denotes, detects their layout and opens them. */
public final class SourceOpener {
  private SourceOpener() {}

  /** Opens a dataset as {@link dev.falcon.data.source.SampleSources#open} documents. */
  public static SampleSource open(String spec, SourceOptions options) {
    if (spec.startsWith(ScenesSource.PREFIX) && !isThere(spec)) {
      OptionsOfLayout.require(spec, DatasetFormat.SCENES, options);
      return ScenesSource.open(spec, options.shardRows());
    }
    return new NotedSource(openFiles(spec, options), options.shardKeys());
  }

  private static SampleSource openFiles(String spec, SourceOptions options) {
    List<Path> files = files(spec);
    DatasetFormat format = options.format().orElseGet(() -> FormatDetector.detect(files.get(0)));
    OptionsOfLayout.require(spec, format, options);
    return switch (format) {
      case WEBDATASET ->
          NamedColumns.require(
              new WebDatasetSource(
                  spec,
                  below(files, DatasetFolder::tars, "files that end in .tar or .tgz or .tar.gz"),
                  options),
              options.columns());
      case JSON ->
          rows(
              spec,
              files,
              format,
              options,
              file -> JsonRows.of(file, options.columns(), options.shardRows()));
      case KARPATHY ->
          rows(
              spec,
              files,
              format,
              options,
              file -> new JsonRows(file, Optional.of("images"), options.shardRows()));
      case COCO ->
          rows(spec, files, format, options, file -> new CocoRows(file, options.shardRows()));
      case CSV ->
          rows(
              spec,
              files,
              format,
              options,
              file -> new CsvRows(file, options.separator(), options.shardRows()));
      case FOLDER ->
          NamedColumns.require(
              new ImageFolderSource(spec, onlyOne(spec, files), options), options.columns());
      case PARQUET -> {
        List<Path> parquets = below(files, DatasetFolder::parquets, "files that end in .parquet");
        yield typed(spec, parquets, format, options);
      }
      case ARROW -> {
        List<Path> arrows = below(files, DatasetFolder::arrows, "files that end in .arrow");
        yield typed(spec, arrows, format, options);
      }
      case SCENES ->
          throw new RequestException(
              spec + ": Scenes is opened by name, as in " + ScenesSource.PREFIX + "test,count=100");
    };
  }

  private static SampleSource typed(
      String spec, List<Path> files, DatasetFormat format, SourceOptions options) {
    return new TypedSource(spec, files, format, options, images(files, options)).requireColumns();
  }

  /**
   * Returns whether a file or folder has exactly this name, even if the name could also be read as
   * a pattern.
   */
  private static boolean isThere(String name) {
    try {
      return !name.isEmpty() && Folders.exists(Path.of(name));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /**
   * Returns the named files: expands braces first, then wildcards, unless a file has exactly this
   * name.
   */
  private static List<Path> files(String spec) {
    if (isThere(spec)) {
      return List.of(Path.of(spec));
    }
    List<Path> files = new ArrayList<>();
    for (String name : BracePattern.expand(spec)) {
      Path path = Path.of(name);
      if (Folders.exists(path)) {
        files.add(path);
      } else if (Glob.isGlob(name)) {
        files.addAll(Glob.expand(name));
      } else {
        throw new RequestException(
            spec
                + ": "
                + (name.equals(spec) ? "there is no such file or folder" : name + " is missing"));
      }
    }
    return files;
  }

  private static SampleSource rows(
      String spec,
      List<Path> named,
      DatasetFormat format,
      SourceOptions options,
      Function<Path, RowFile> opener) {
    List<Path> files =
        below(named, folder -> folder.table().stream().toList(), "metadata.jsonl or metadata.csv");
    ImageFolder images = images(files, options);
    boolean keyFromImage = format == DatasetFormat.COCO || format == DatasetFormat.KARPATHY;
    return new ListedRows(
            spec,
            format,
            files.stream().map(opener).toList(),
            new RowMapper(options, images, keyFromImage))
        .requireColumns(options.columns());
  }

  private static ImageFolder images(List<Path> tables, SourceOptions options) {
    Path root = options.imageRoot().orElseGet(() -> tables.get(0).toAbsolutePath().getParent());
    return ImageFolder.open(root, options.maxFileBytes());
  }

  private static Path onlyOne(String spec, List<Path> paths) {
    if (paths.size() > 1 || !Folders.isFolder(paths.get(0))) {
      throw new RequestException(spec + ": the format 'folder' takes one folder");
    }
    return paths.get(0);
  }

  /**
   * Returns the files, and in place of each folder the files in it.
   *
   * @param inFolder the files of a folder, sorted by name
   * @param what such files, for messages
   */
  private static List<Path> below(
      List<Path> paths, Function<DatasetFolder, List<Path>> inFolder, String what) {
    List<Path> files = new ArrayList<>();
    for (Path path : paths) {
      if (Folders.isFolder(path)) {
        List<Path> found = inFolder.apply(new DatasetFolder(path));
        DataFolders.requireOneSplit(path, found);
        files.addAll(found);
      } else {
        files.add(path);
      }
    }
    if (files.isEmpty()) {
      throw new RequestException(paths.get(0) + ": holds no " + what);
    }
    return files;
  }
}
