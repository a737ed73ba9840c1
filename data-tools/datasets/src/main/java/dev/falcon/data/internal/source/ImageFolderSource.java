// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import dev.falcon.data.FalconException;
import dev.falcon.data.ImageTypes;
import dev.falcon.data.PrintableText;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.DataFolders;
import dev.falcon.data.file.Folders;
import dev.falcon.data.sample.DataNote;
import dev.falcon.data.sample.DatasetFormat;
import dev.falcon.data.sample.LookaheadReader;
import dev.falcon.data.sample.NoteCounts;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A folder tree of image files; a {@code .txt}, {@code .json}, {@code .cls} or {@code .npy} of the
 * same name belongs to the image. The key is the relative path without the suffix; samples are
 * ordered by key. A shard is a block of keys. The paths are held in memory, about 200 bytes per
 * image.
 */
public final class ImageFolderSource implements SampleSource {
  private static final int NAMED = 10;
  private static final List<String> COMPANIONS = List.of("txt", "json", "cls", "npy");

  private final String name;
  private final Path root;
  private final SourceOptions options;
  private final ImageFolder folder;
  private final NoteCounts notes = new NoteCounts();
  private List<Map.Entry<String, List<String>>> entries;
  private List<Provenance.Input> inputs;

  public ImageFolderSource(String name, Path root, SourceOptions options) {
    this.name = name;
    this.root = root;
    this.options = options;
    this.folder = ImageFolder.open(root, options.maxFileBytes());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String format() {
    return DatasetFormat.FOLDER.word();
  }

  @Override
  public int shards() {
    return Math.max(1, (entries().size() - 1) / options.shardRows() + 1);
  }

  @Override
  public long knownSamples() {
    return entries().size();
  }

  @Override
  public synchronized List<DataNote> notes() {
    NoteCounts all = new NoteCounts();
    notes.list().forEach(all::add);
    Set<String> splits =
        DataFolders.splits(Folders.list(root).stream().filter(Folders::isFolder).toList()).keySet();
    if (splits.size() > 1) {
      String names = String.join(", ", splits);
      all.add(new DataNote(DataNote.Kind.SPLITS, splits.size(), names));
    }
    return all.list();
  }

  @Override
  public String shardName(int shard) {
    String folderName = root.toAbsolutePath().normalize().getFileName().toString();
    return shards() == 1 ? folderName : folderName + '#' + shard;
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    String source = shardName(shard);
    int end = Math.min(entries().size(), (shard + 1) * options.shardRows());
    SampleFiles sampleFiles = new SampleFiles(options);
    return new LookaheadReader() {
      private int next = shard * options.shardRows();

      @Override
      protected Optional<Sample> advance() {
        while (next < end) {
          Map.Entry<String, List<String>> entry = entries().get(next++);
          try {
            Map<String, byte[]> files = read(entry);
            return Optional.of(
                sampleFiles
                    .sample(entry.getKey(), files)
                    .withImageFile(file(entry, sampleFiles.imageSuffix(files))));
          } catch (BrokenRowException e) {
            rejects.accept(new Reject(source, entry.getKey(), e.getMessage()));
          } catch (RuntimeException e) {
            // Whatever its files contain: one sample is lost, not the run.
            rejects.accept(new Reject(source, entry.getKey(), "the sample cannot be read: " + e));
          }
        }
        return Optional.empty();
      }

      @Override
      public void close() {}
    };
  }

  /** Returns the file with a suffix, given in lower case. */
  private Optional<Path> file(Map.Entry<String, List<String>> entry, Optional<String> suffix)
      throws BrokenRowException {
    for (String own : entry.getValue()) {
      if (suffix.isPresent() && own.toLowerCase(Locale.ROOT).equals(suffix.get())) {
        return Optional.of(folder.resolve(entry.getKey() + '.' + own));
      }
    }
    return Optional.empty();
  }

  private Map<String, byte[]> read(Map.Entry<String, List<String>> entry)
      throws BrokenRowException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (String suffix : entry.getValue()) {
      boolean mayBeEmpty = COMPANIONS.contains(suffix.toLowerCase(Locale.ROOT));
      byte[] content = folder.read(entry.getKey() + '.' + suffix, mayBeEmpty);
      if (files.put(suffix.toLowerCase(Locale.ROOT), content) != null) {
        throw new BrokenRowException("the file ." + suffix + " is there twice, in other case");
      }
    }
    return files;
  }

  /** Returns the suffixes by key, for keys with an image. */
  private synchronized List<Map.Entry<String, List<String>>> entries() {
    if (entries == null) {
      entries = list();
      if (entries.isEmpty()) {
        throw new FalconException(
            root + ": has no images (" + String.join(", ", ImageTypes.suffixes()) + ")" + others());
      }
    }
    return entries;
  }

  /** Returns what the folder holds in place of images, for a message. */
  private String others() {
    List<String> names =
        Folders.list(root).stream()
            .map(child -> child.getFileName() + (Folders.isFolder(child) ? "/" : ""))
            .filter(name -> !name.startsWith(".") && !name.startsWith("_"))
            .toList();
    String shown = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
    return names.isEmpty() ? "" : "; name one of what it holds: " + PrintableText.line(shown);
  }

  private List<Map.Entry<String, List<String>>> list() {
    TreeMap<String, List<String>> suffixes = new TreeMap<>();
    try {
      Files.walkFileTree(
          root,
          EnumSet.of(FileVisitOption.FOLLOW_LINKS),
          Integer.MAX_VALUE,
          new Walk(
              file -> {
                int dot = file.lastIndexOf('.');
                if (ImageTypes.isOtherSuffix(file.substring(dot + 1))) {
                  notes.add(DataNote.Kind.OTHER_PICTURES, () -> "'" + file + "'");
                }
                if (dot > file.lastIndexOf('/') + 1 && belongs(file.substring(dot + 1))) {
                  suffixes
                      .computeIfAbsent(file.substring(0, dot), key -> new ArrayList<>(2))
                      .add(file.substring(dot + 1));
                }
              }));
    } catch (IOException e) {
      throw new FalconException(root + ": cannot be listed: " + e.getMessage(), e);
    }
    suffixes.values().removeIf(all -> all.stream().noneMatch(ImageTypes::isImageSuffix));
    suffixes.values().forEach(all -> all.sort(null));
    return new ArrayList<>(suffixes.entrySet());
  }

  /**
   * Lists the path of each file below the root. Links to folders are followed within the root,
   * except into cycles; links to files are listed wherever they lead, and their samples are
   * rejected when they are read.
   */
  private final class Walk extends SimpleFileVisitor<Path> {
    private final Consumer<String> files;

    Walk(Consumer<String> files) {
      this.files = files;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      return Files.isSymbolicLink(directory) && !directory.equals(root) && !folder.holds(directory)
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile() || attributes.isSymbolicLink()) {
        String name = root.relativize(file).toString();
        files.accept(root.relativize(path(name)).toString().replace('\\', '/'));
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof FileSystemLoopException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }
  }

  /**
   * Returns the path of a file name. A name with bytes that are not characters in the locale does
   * not resolve to its file.
   */
  private Path path(String name) {
    try {
      return root.resolve(name);
    } catch (InvalidPathException e) {
      throw new FalconException(
          root
              + ": holds a file whose name is not in the characters of this locale, "
              + PrintableText.line(name)
              + "; a UTF-8 locale, such as LC_ALL=C.UTF-8, reads it",
          e);
    }
  }

  private static boolean belongs(String suffix) {
    return ImageTypes.isImageSuffix(suffix) || COMPANIONS.contains(suffix.toLowerCase(Locale.ROOT));
  }

  @Override
  public List<Path> files() {
    return List.of(root);
  }

  /**
   * Returns one input for the whole folder; its digest covers the names and lengths of the files,
   * not their contents.
   */
  @Override
  public synchronized List<Provenance.Input> inputs() {
    if (inputs == null) {
      MessageDigest digest = Sha256.digest();
      long total = 0;
      for (Map.Entry<String, List<String>> entry : entries()) {
        for (String suffix : entry.getValue()) {
          String file = entry.getKey() + '.' + suffix;
          // A dangling link contributes only its name: its length is 0.
          long size = root.resolve(file).toFile().length();
          digest.update((file + '\t' + size + '\n').getBytes(StandardCharsets.UTF_8));
          total += size;
        }
      }
      inputs =
          List.of(
              new Provenance.Input(
                  root.toAbsolutePath().normalize().getFileName().toString(),
                  total,
                  Sha256.hex(digest)));
    }
    return inputs;
  }
}
