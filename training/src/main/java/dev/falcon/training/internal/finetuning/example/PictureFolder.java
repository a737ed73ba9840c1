package dev.falcon.training.internal.finetuning.example;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.raster.ImageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BooleanSupplier;
import java.util.zip.CRC32C;

/**
 * The image files that questions or statements name. Each is decoded once, to see whether it can
 * be, and told by its checksum from another one of its name.
 *
 * @param root where they lie
 * @param checksums of those that can be used
 * @param faults why others cannot
 */
record PictureFolder(Path root, Map<String, Integer> checksums, Map<String, String> faults) {
  private static final int WINDOW = 1024;

  /**
   * Looks at files.
   *
   * @param names below the root
   * @param workers how many threads decode
   * @param stop looked at between windows of files
   * @throws FalconException if it is told to stop
   */
  static PictureFolder open(
      Path root, Collection<String> names, int workers, Progress progress, BooleanSupplier stop) {
    List<String> distinct = new ArrayList<>(new LinkedHashSet<>(names));
    PictureFolder folder =
        new PictureFolder(root, new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
    ForkJoinPool pool = new ForkJoinPool(workers);
    try (Progress.Task task = progress.begin("looking at " + root, distinct.size(), "images")) {
      for (int from = 0; from < distinct.size(); from += WINDOW) {
        if (stop.getAsBoolean()) {
          throw new FalconException(root + ": stopped before all images were looked at");
        }
        List<String> window = distinct.subList(from, Math.min(distinct.size(), from + WINDOW));
        pool.submit(
                () ->
                    window.parallelStream()
                        .forEach(
                            name -> {
                              folder.look(name);
                              task.advance(1);
                            }))
            .join();
      }
    } finally {
      pool.shutdown();
    }
    return folder;
  }

  private void look(String name) {
    Path file = root.resolve(name);
    if (name.isEmpty() || !Files.isRegularFile(file)) {
      faults.put(name, name.isEmpty() ? "names no image" : file + ": there is no such image");
      return;
    }
    try {
      byte[] bytes = Files.readAllBytes(file);
      new ImageDecoder().decode(bytes);
      checksums.put(name, checksum(bytes));
    } catch (ImageException e) {
      faults.put(name, file + ": " + e.getMessage());
    } catch (IOException e) {
      faults.put(name, file + ": cannot be read: " + e.getMessage());
    }
  }

  private static int checksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return (int) checksum.getValue();
  }

  /** Why an image cannot be used; empty where it can. */
  Optional<String> fault(String name) {
    return Optional.ofNullable(faults.get(name));
  }

  /**
   * The bytes of an image file.
   *
   * @throws FalconException if they are not those that were looked at
   */
  byte[] read(String name) {
    Path file = root.resolve(name);
    try {
      byte[] bytes = Files.readAllBytes(file);
      if (checksum(bytes) != checksums.get(name)) {
        throw new FalconException(file + ": has changed since the run began");
      }
      return bytes;
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read any more: " + e.getMessage(), e);
    }
  }
}
