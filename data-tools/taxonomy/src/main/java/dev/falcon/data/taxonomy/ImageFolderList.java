// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.taxonomy;

import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The photographs of a folder, by relative path, in a random order that is the same on every
 * machine. About 200 bytes of memory each.
 *
 * @param classes the folders' names
 * @param train the photographs available for training
 * @param held the held-out photographs, for evaluation
 */
record ImageFolderList(Set<String> classes, List<Photograph> train, List<Photograph> held) {
  private static final Set<String> SUFFIXES =
      Set.of("jpg", "jpeg", "png", "webp", "gif", "bmp", "tif", "tiff");
  private static final long SEED = 1;

  /**
   * A photograph.
   *
   * @param path its path relative to the folder, with slashes
   * @param key its class, a slash, and its path below the class without the suffix
   */
  record Photograph(String path, String key) {}

  /**
   * Lists a folder and splits its photographs.
   *
   * @throws RequestException if it has fewer than two classes, or too few photographs
   */
  static ImageFolderList of(ImageFoldersRequest request) {
    Path folder = request.folder();
    if (!Folders.isFolder(folder)) {
      throw new RequestException(folder + ": there is no such folder of photographs");
    }
    Path below = folder.resolve("train");
    Path trainRoot = Folders.isFolder(below) ? below : folder;
    Set<String> classes = classes(trainRoot);
    classes.removeIf(kind -> photographs(folder, trainRoot, kind).isEmpty());
    if (classes.size() < 2) {
      throw new RequestException(
          trainRoot
              + ": must have a folder of photographs for each of two classes or more; has "
              + classes);
    }
    List<Photograph> all = all(folder, trainRoot, classes);
    Optional<Path> heldRoot = heldRoot(folder, classes);
    List<Photograph> held = heldRoot.map(root -> all(folder, root, classes)).orElse(all);
    List<Photograph> train = all;
    if (heldRoot.isEmpty()) {
      int taken = Math.min(all.size(), request.heldImages());
      held = all.subList(0, taken);
      train = all.subList(taken, all.size());
    }
    if (held.size() < request.heldImages() || train.size() < request.pairs()) {
      throw new RequestException(
          String.format(
              Locale.ROOT,
              "%s: has %,d photographs to train on and %,d to hold out; asked are %,d pairs and %,d"
                  + " held-out images",
              folder,
              train.size(),
              held.size(),
              request.pairs(),
              request.heldImages()));
    }
    return new ImageFolderList(classes, train, List.copyOf(held.subList(0, request.heldImages())));
  }

  /** Returns the folder {@code test} or {@code val} if it has photographs of these classes. */
  private static Optional<Path> heldRoot(Path folder, Set<String> classes) {
    return Stream.of("test", "val")
        .map(folder::resolve)
        .filter(Folders::isFolder)
        .filter(
            root ->
                classes.stream()
                    .anyMatch(
                        kind ->
                            Folders.isFolder(root.resolve(kind))
                                && !photographs(folder, root, kind).isEmpty()))
        .findFirst();
  }

  private static Set<String> classes(Path root) {
    Set<String> names = new TreeSet<>();
    Folders.list(root).stream()
        .filter(Folders::isFolder)
        .forEach(entry -> names.add(entry.getFileName().toString()));
    return names;
  }

  private static List<Photograph> all(Path folder, Path root, Set<String> classes) {
    List<Photograph> all = new ArrayList<>();
    classes.stream()
        .filter(kind -> Folders.isFolder(root.resolve(kind)))
        .forEach(kind -> all.addAll(photographs(folder, root, kind)));
    int[] order = new int[all.size()];
    Arrays.setAll(order, i -> i);
    RandomStream.of(SEED, "photographs " + root.getFileName()).shuffle(order);
    return Arrays.stream(order).mapToObj(all::get).toList();
  }

  /** Returns the photographs of a class, sorted by path. */
  private static List<Photograph> photographs(Path folder, Path root, String kind) {
    return Folders.files(root.resolve(kind)).stream()
        .filter(file -> SUFFIXES.contains(suffix(file)))
        .map(
            file -> {
              String path = slashed(folder.relativize(file));
              String inClass = slashed(root.relativize(file));
              return new Photograph(path, inClass.substring(0, inClass.lastIndexOf('.')));
            })
        .toList();
  }

  private static String suffix(Path file) {
    String name = file.getFileName().toString();
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  private static String slashed(Path path) {
    return path.toString().replace('\\', '/');
  }
}
