package dev.falcon.data.source;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.internal.rows.CocoRows;
import dev.falcon.data.internal.rows.CsvRows;
import dev.falcon.data.internal.rows.JsonRows;
import dev.falcon.data.internal.rows.ListedRows;
import dev.falcon.data.internal.rows.ParquetSource;
import dev.falcon.data.internal.rows.RowFile;
import dev.falcon.data.internal.rows.RowMapper;
import dev.falcon.data.internal.source.BracePattern;
import dev.falcon.data.internal.source.Glob;
import dev.falcon.data.internal.source.ImageFolder;
import dev.falcon.data.internal.source.ImageFolderSource;
import dev.falcon.data.internal.source.NaturalOrder;
import dev.falcon.data.internal.source.WebDatasetSource;
import dev.falcon.data.sample.DatasetFormat;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.scenes.generate.ScenesSource;
import dev.falcon.data.table.Rejects;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds the files that a dataset's name denotes, detects their layout and opens them. */
public final class SourceOpener {
  private SourceOpener() {}

  /** Opens a dataset as {@link dev.falcon.data.source.SampleSources#open} documents. */
  public static SampleSource open(String spec, SourceOptions options) {
    if (spec.startsWith(ScenesSource.PREFIX) && !isThere(spec)) {
      return ScenesSource.open(spec, options.shardRows());
    }
    List<Path> files = files(spec);
    DatasetFormat format = options.format().orElseGet(() -> FormatDetector.detect(files.get(0)));
    return switch (format) {
      case WEBDATASET ->
          new WebDatasetSource(spec, below(files, ".tar", ".tgz", ".tar.gz"), options);
      case JSON ->
          rows(
              spec,
              files,
              format,
              options,
              file -> new JsonRows(file, Optional.empty(), options.shardRows()));
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
      case FOLDER -> new ImageFolderSource(spec, onlyOne(spec, files), options);
      case PARQUET -> {
        List<Path> parquets = below(files, ".parquet");
        yield new ParquetSource(spec, parquets, options, images(parquets, options));
      }
      case SCENES ->
          throw new RequestException(
              spec + ": Scenes is opened by name, as in " + ScenesSource.PREFIX + "test,count=100");
    };
  }

  /**
   * Returns whether a file or folder has exactly this name, even if the name could also be read as
   * a pattern.
   */
  private static boolean isThere(String name) {
    try {
      return !name.isEmpty() && Files.exists(Path.of(name));
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
      if (Files.exists(path)) {
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
      List<Path> files,
      DatasetFormat format,
      SourceOptions options,
      Function<Path, RowFile> opener) {
    ImageFolder images = images(files, options);
    boolean keyFromImage = format == DatasetFormat.COCO || format == DatasetFormat.KARPATHY;
    return new ListedRows(
        spec,
        format,
        files.stream().map(opener).toList(),
        new RowMapper(options, images, keyFromImage));
  }

  private static ImageFolder images(List<Path> tables, SourceOptions options) {
    Path root = options.imageRoot().orElseGet(() -> tables.get(0).toAbsolutePath().getParent());
    return ImageFolder.open(root, options.maxFileBytes());
  }

  private static Path onlyOne(String spec, List<Path> paths) {
    if (paths.size() > 1 || !Files.isDirectory(paths.get(0))) {
      throw new RequestException(spec + ": the format 'folder' takes one folder");
    }
    return paths.get(0);
  }

  /**
   * Returns the files, and in place of each folder the files in it with these suffixes, sorted by
   * name. A list of rejects left by Falcon is not part of the dataset.
   */
  private static List<Path> below(List<Path> paths, String... endings) {
    List<Path> files = new ArrayList<>();
    for (Path path : paths) {
      if (!Files.isDirectory(path)) {
        files.add(path);
        continue;
      }
      Folders.list(path).stream()
          .filter(child -> !child.endsWith(Rejects.FILE_NAME))
          .filter(child -> Stream.of(endings).anyMatch(child.toString()::endsWith))
          .sorted(
              Comparator.comparing(child -> child.getFileName().toString(), NaturalOrder.INSTANCE))
          .forEach(files::add);
    }
    if (files.isEmpty()) {
      throw new RequestException(
          paths.get(0) + ": holds no files that end in " + String.join(" or ", endings));
    }
    return files;
  }
}
