package dev.falcon.data.internal.source;

import dev.falcon.data.DatasetFormat;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.SampleSource;
import dev.falcon.data.SourceOptions;
import dev.falcon.data.scenes.ScenesSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Finds the files that a spec names, tells their layout and opens them. */
public final class SourceOpener {
  private SourceOpener() {}

  /** Opens what {@link dev.falcon.data.SampleSources#open} documents. */
  public static SampleSource open(String spec, SourceOptions options) {
    if (spec.startsWith(ScenesSource.PREFIX)) {
      return ScenesSource.open(spec, options.shardRows());
    }
    List<Path> files = new ArrayList<>();
    for (String name : BracePattern.expand(spec)) {
      Path path = Path.of(name);
      if (!Files.exists(path)) {
        throw new RequestException(
            spec
                + ": "
                + (name.equals(spec) ? "there is no such file or folder" : name + " is missing"));
      }
      files.add(path);
    }
    DatasetFormat format =
        options.format() == null ? FormatDetector.detect(files.get(0)) : options.format();
    return switch (format) {
      case WEBDATASET ->
          new WebDatasetSource(spec, below(files, ".tar", ".tgz", ".tar.gz"), options);
      default -> throw new FalconException(spec + ": format " + format.word());
    };
  }

  /** The files; for folders, those in them that end so, sorted by name. */
  private static List<Path> below(List<Path> paths, String... endings) {
    List<Path> files = new ArrayList<>();
    for (Path path : paths) {
      if (!Files.isDirectory(path)) {
        files.add(path);
        continue;
      }
      try (Stream<Path> children = Files.list(path)) {
        children
            .filter(child -> Stream.of(endings).anyMatch(child.toString()::endsWith))
            .sorted(
                Comparator.comparing(
                    child -> child.getFileName().toString(), NaturalOrder.INSTANCE))
            .forEach(files::add);
      } catch (IOException e) {
        throw new FalconException(path + ": cannot be listed: " + e.getMessage(), e);
      }
    }
    return files;
  }
}
