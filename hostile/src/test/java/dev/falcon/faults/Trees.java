// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults;

import dev.falcon.data.Sha256;
import dev.falcon.mining.plan.PlanRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Folders with all that is in them. */
public final class Trees {
  /** What tells how long something took is not compared. */
  private static final Set<String> OF_TIME =
      Set.of(
          "timing.json",
          "process.log",
          "report.html",
          "comparison.json",
          "comparison.md",
          "comparison.csv");

  /** What a task that was killed leaves of what it had begun, until all parts are merged. */
  private static final Pattern ATTEMPT =
      Pattern.compile(
          ".*(/"
              + PlanRequest.ATTEMPTS
              + "/.*|\\.[0-9a-f-]{36}\\.partial"
              + "|/parts/part-[0-9]+/(\\.lock|store\\.unfinished\\.json|unfinished/.*\\.table))");

  private Trees() {}

  /** Everything below a folder, which may change meanwhile; nothing where it is not there. */
  static List<Path> below(Path root) throws IOException {
    while (Files.exists(root)) {
      try (Stream<Path> files = Files.walk(root)) {
        return files.filter(file -> !file.equals(root)).sorted().toList();
      } catch (NoSuchFileException | UncheckedIOException e) {
        IOException cause = e instanceof UncheckedIOException of ? of.getCause() : (IOException) e;
        if (!(cause instanceof NoSuchFileException)) {
          throw cause;
        }
      }
    }
    return List.of();
  }

  public static List<Path> files(Path root) throws IOException {
    return below(root).stream().filter(Files::isRegularFile).toList();
  }

  static long bytes(Path root) throws IOException {
    long bytes = 0;
    for (Path file : files(root)) {
      bytes += Files.size(file);
    }
    return bytes;
  }

  static Path largest(Path root) throws IOException {
    return files(root).stream()
        .max(Comparator.comparingLong(file -> file.toFile().length()))
        .orElseThrow();
  }

  /** Which files and folders are not in both alike; empty where all are. */
  public static List<String> difference(Path one, Path other) throws IOException {
    Map<String, String> here = digests(one);
    Map<String, String> there = digests(other);
    List<String> different = new ArrayList<>();
    for (Map.Entry<String, String> file : there.entrySet()) {
      if (!file.getValue().equals(here.remove(file.getKey()))) {
        different.add(file.getKey());
      }
    }
    different.addAll(here.keySet());
    return different;
  }

  private static Map<String, String> digests(Path root) throws IOException {
    Map<String, String> digests = new TreeMap<>();
    for (Path file : below(root)) {
      if (!ATTEMPT.matcher(file.toString()).matches()) {
        digests.put(root.relativize(file).toString(), digest(file));
      }
    }
    return digests;
  }

  private static String digest(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      return "a folder";
    }
    return OF_TIME.contains(file.getFileName().toString()) ? "of time" : Sha256.of(file);
  }

  public static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (Path file : below(from)) {
      Path target = to.resolve(from.relativize(file).toString());
      if (Files.isDirectory(file)) {
        Files.createDirectories(target);
      } else {
        Files.copy(file, target);
      }
    }
  }

  public static void delete(Path root) throws IOException {
    if (Files.exists(root)) {
      allow(root, true);
      List<Path> all = new ArrayList<>(below(root));
      all.add(0, root);
      for (int i = all.size() - 1; i >= 0; i--) {
        Files.delete(all.get(i));
      }
    }
  }

  /** Lets whoever owns them write in all folders, or nobody. */
  static void allow(Path root, boolean write) throws IOException {
    List<Path> all = new ArrayList<>(below(root));
    all.add(root);
    for (Path file : all) {
      if (Files.isDirectory(file)) {
        String mode = write ? "rwxr-xr-x" : "r-xr-xr-x";
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
      }
    }
  }
}
