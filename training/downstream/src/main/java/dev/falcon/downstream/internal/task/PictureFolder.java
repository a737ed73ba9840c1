// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.task;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.file.Folders;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.ImageException;
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
 * The image files that questions or statements name. Each is decoded once, to check it, and
 * identified by its checksum.
 *
 * @param root the folder of the files
 * @param checksums the checksums of the usable files
 * @param faults why the other files are unusable
 */
record PictureFolder(Path root, Map<String, Integer> checksums, Map<String, String> faults) {
  private static final int WINDOW = 1024;

  /**
   * Checks files.
   *
   * @param names the names of the files, relative to the root
   * @param workers the number of decoding threads
   * @param stop polled between windows of files
   * @throws FalconException if a stop is requested
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
    if (name.isEmpty() || !Folders.isFile(file)) {
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

  /** Returns why an image is unusable; empty if it is usable. */
  Optional<String> fault(String name) {
    return Optional.ofNullable(faults.get(name));
  }

  /**
   * Returns the bytes of an image file.
   *
   * @throws FalconException if the file has changed since it was checked
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
