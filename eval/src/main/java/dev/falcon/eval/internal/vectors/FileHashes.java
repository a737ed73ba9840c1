// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.vectors;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.Seals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;

/**
 * The digests of data files, which are cached between runs. A file whose size and time of
 * modification have not changed is not read again. The cache is not part of any result.
 */
public final class FileHashes {
  private final Path file;
  private final Map<String, Entry> entries;
  private boolean changed;

  record Entry(long bytes, long modified, String sha256) {}

  /** Opens the cache in a folder. */
  public FileHashes(Path cache) {
    file = cache.resolve("file-hashes.json");
    entries = Seals.isSealed(file) ? read(file) : new TreeMap<>();
  }

  private static Map<String, Entry> read(Path file) {
    try {
      Map<String, Entry> read =
          Json.mapper().readValue(file.toFile(), new TypeReference<TreeMap<String, Entry>>() {});
      if (read == null) {
        throw VectorFile.broken(file);
      }
      return read;
    } catch (IOException e) {
      throw VectorFile.broken(file, e);
    }
  }

  /** Returns a file's name, size and digest. */
  public Provenance.Input input(String name, Path path) {
    String place = path.toAbsolutePath().normalize().toString();
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      long modified = attributes.lastModifiedTime().toMillis();
      Entry entry = entries.get(place);
      if (entry == null || entry.bytes() != attributes.size() || entry.modified() != modified) {
        Provenance.Input input = Provenance.Input.of(name, path);
        entry = new Entry(input.bytes(), modified, input.sha256());
        entries.put(place, entry);
        changed = true;
      }
      return new Provenance.Input(name, entry.bytes(), entry.sha256());
    } catch (IOException e) {
      throw new FalconException(path + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Writes the digests that were computed since the last call. */
  public void save() {
    if (changed) {
      Seals.write(file, () -> Json.write(file, entries));
      changed = false;
    }
  }
}
