// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.vectors;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.file.Folders;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/** The images in a folder whose names are the given keys, read one after the other. */
public record LooseImages(Path folder, Collection<String> keys) implements SampleSource {
  private static final String SUFFIX = ".jpg";

  @Override
  public String name() {
    return folder.toString();
  }

  @Override
  public String format() {
    return "folder";
  }

  @Override
  public int shards() {
    return 1;
  }

  @Override
  public String shardName(int shard) {
    return folder.getFileName().toString();
  }

  @Override
  public List<Provenance.Input> inputs() {
    return keys.stream()
        .map(key -> folder.resolve(key + SUFFIX))
        .filter(Folders::exists)
        .map(Provenance.Input::of)
        .toList();
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    return new Reader(keys.iterator(), rejects);
  }

  private final class Reader implements SampleReader {
    private final Iterator<String> rest;
    private final Consumer<Reject> rejects;
    private Sample next;

    Reader(Iterator<String> rest, Consumer<Reject> rejects) {
      this.rest = rest;
      this.rejects = rejects;
    }

    @Override
    public boolean hasNext() {
      while (next == null && rest.hasNext()) {
        next = read(rest.next());
      }
      return next != null;
    }

    @Override
    public Sample next() {
      if (!hasNext()) {
        throw new NoSuchElementException(folder + ": no image is left");
      }
      Sample sample = next;
      next = null;
      return sample;
    }

    private Sample read(String key) {
      Path file = folder.resolve(key + SUFFIX);
      if (key.indexOf('/') >= 0 || key.indexOf('\\') >= 0 || !Folders.isFile(file)) {
        rejects.accept(new Reject(shardName(0), key, "there is no image " + key + SUFFIX));
        return null;
      }
      try {
        return Sample.of(key, Files.readAllBytes(file), List.of());
      } catch (IOException e) {
        throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
      }
    }

    @Override
    public void close() {
      next = null;
    }
  }
}
