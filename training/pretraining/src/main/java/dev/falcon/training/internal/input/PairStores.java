// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.Seals;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.training.config.DatasetConfig;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The cache of datasets that runs have read, each in a folder, so that later and resumed runs start
 * immediately. A dataset is identified by its configuration and by the names, lengths and times of
 * its files. Images in separate files are read from these files, whose changes are detected.
 */
final class PairStores {
  private final Path cache;
  private final int workers;
  private final Progress progress;
  private final BooleanSupplier stop;

  /**
   * @param workers number of threads that decode images
   * @param stop polled while a dataset is read
   */
  public PairStores(Path cache, int workers, Progress progress, BooleanSupplier stop) {
    this.cache = cache;
    this.workers = workers;
    this.progress = progress;
    this.stop = stop;
  }

  /** Opens a dataset; writes its folder first unless an earlier run has written it. */
  public PairStore open(SampleSource source, DatasetConfig config) {
    Path folder = cache.resolve("pairs-" + identity(source, config));
    if (!isWhole(folder)) {
      writeAlone(source, config, folder);
    }
    PairStore store = PairStore.read(config.dataset(), folder);
    if (store.keys().length == 0) {
      throw new RequestException(
          config.dataset()
              + ": has no pair that can be used"
              + (store.rejects().isEmpty()
                  ? ""
                  : "; the first reason of "
                      + store.rejects().size()
                      + ": "
                      + store.rejects().get(0).key()
                      + ": "
                      + store.rejects().get(0).reason()));
    }
    return store;
  }

  /**
   * Returns whether a folder is complete.
   *
   * @throws FalconException if a table differs from what was written
   */
  private static boolean isWhole(Path folder) {
    return Folders.exists(folder.resolve(PairStore.MANIFEST))
        && PairStore.TABLES.stream().allMatch(table -> Seals.isSealed(folder.resolve(table)));
  }

  private static String identity(SampleSource source, DatasetConfig config) {
    Map<String, Object> decisive = new LinkedHashMap<>();
    decisive.put("version", PairStore.VERSION);
    ObjectNode dataset = Json.mapper().valueToTree(config);
    dataset.remove("truth"); // part of the configuration, but without effect on the pairs
    decisive.put("dataset", dataset);
    decisive.put("image_root", Path.of(config.imageRoot()).toAbsolutePath().toString());
    List<Path> files = source.files();
    decisive.put("files", files.stream().map(PairStores::stamp).toList());
    if (files.isEmpty() || files.stream().anyMatch(Folders::isFolder)) {
      decisive.put("fingerprint", source.fingerprint());
    }
    return Sha256.of(Json.line(decisive).getBytes(StandardCharsets.UTF_8)).substring(0, 16);
  }

  private static List<Object> stamp(Path file) {
    String name = file.toAbsolutePath().normalize().toString();
    try {
      return Folders.isFolder(file)
          ? List.of(name)
          : List.of(name, Files.size(file), Files.getLastModifiedTime(file).toMillis());
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Writes a dataset's folder. If two runs start at the same time, the dataset is read only once,
   * and the second run waits.
   */
  private void writeAlone(SampleSource source, DatasetConfig config, Path folder) {
    Path lockFile = folder.resolveSibling(folder.getFileName() + ".lock");
    // The file lock separates processes, the monitor separates threads of one process.
    synchronized (PairStores.class) {
      try {
        Files.createDirectories(cache);
        try (FileChannel channel =
                FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.lock()) {
          if (lock.isValid() && !isWhole(folder)) {
            write(source, config, folder);
          }
        }
        Files.deleteIfExists(lockFile);
      } catch (IOException e) {
        throw new FalconException(folder + ": cannot be written: " + e.getMessage(), e);
      }
    }
  }

  private void write(SampleSource source, DatasetConfig config, Path folder) throws IOException {
    Path staging = folder.resolveSibling(folder.getFileName() + ".partial");
    Folders.delete(staging);
    Folders.delete(folder);
    try {
      PairStoreWriter.write(source, staging, workers, progress, stop);
      source.notes().forEach(note -> progress.note(source.name() + ": " + note.text()));
      PairStore.TABLES.forEach(table -> Seals.seal(staging.resolve(table)));
      Json.write(
          staging.resolve(PairStore.MANIFEST),
          Provenance.of(
              "train",
              0,
              Map.of("dataset", config),
              Provenance.Input.as(InputRole.DATA, source.inputs())));
      Files.move(staging, folder, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Folders.delete(staging);
    }
  }
}
