// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.vectors;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Seals;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.data.npy.NpyArray;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.eval.EmbeddingModel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Turns shards of samples into rows with vectors, one shard at a time, and caches them by the
 * hashes of model and shard. Memory: the vectors of one shard, but not its images.
 */
public final class ImagePass {
  private static final String CACHE = ".cache";
  private static final Pattern CACHED =
      Pattern.compile(
          "(rows-[0-9a-f]+\\.bin|classifier-[0-9a-f]+\\.f32|file-hashes\\.json)(\\.sha256)?");

  private final EmbeddingModel embedder;
  private final Optional<Path> cache;

  /**
   * Creates a pass.
   *
   * @param cache the cache folder; empty to cache nothing
   */
  public ImagePass(EmbeddingModel embedder, Optional<Path> cache) {
    this.embedder = embedder;
    this.cache = cache;
  }

  /** Returns the folder in which vectors are cached beside the results in a folder. */
  public static Path cache(Path output) {
    return output.resolve(CACHE);
  }

  /** Returns whether a folder is a cache of vectors, and holds nothing else. */
  public static boolean isCache(Path folder) {
    return folder.endsWith(CACHE)
        && Folders.isFolder(folder)
        && Folders.list(folder).stream()
            .allMatch(
                file ->
                    AtomicFile.isLeftover(file)
                        || CACHED.matcher(file.getFileName().toString()).matches());
  }

  /** Returns whether a shard's rows are in the cache. */
  public boolean isDone(String contentHash, ConvertOrder order) {
    return Seals.isSealed(file(contentHash, order));
  }

  /** Returns a shard's rows from the cache. */
  public ShardRows done(String contentHash, ConvertOrder order) {
    return ShardRows.read(file(contentHash, order));
  }

  /**
   * Returns a shard's rows, from the cache if they are there.
   *
   * @param contentHash the digest of the shard's bytes
   * @param known the vectors of images that another task has embedded, by the images' hashes
   * @param progress advanced by one for each sample
   */
  public ShardRows rows(
      SampleSource source,
      int shard,
      String contentHash,
      ConvertOrder order,
      Map<String, float[]> known,
      Progress.Task progress) {
    if (cache.isEmpty()) {
      return embed(source, shard, order, known, progress);
    }
    Path file = file(contentHash, order);
    ShardRows rows;
    if (Seals.isSealed(file)) {
      rows = ShardRows.read(file);
      progress.advance(rows.rows().size());
    } else {
      ShardRows embedded = embed(source, shard, order, known, progress);
      Seals.write(file, () -> embedded.write(file));
      rows = embedded;
    }
    return rows;
  }

  private Path file(String contentHash, ConvertOrder order) {
    String name =
        embedder.fingerprint() + " " + order.name() + " " + contentHash + " " + ShardRows.FORMAT;
    return cache
        .orElseThrow()
        .resolve(
            "rows-" + Sha256.of(name.getBytes(StandardCharsets.UTF_8)).substring(0, 32) + ".bin");
  }

  private ShardRows embed(
      SampleSource source,
      int shard,
      ConvertOrder order,
      Map<String, float[]> known,
      Progress.Task progress) {
    List<Reject> rejects = new ArrayList<>();
    try (SampleReader reader = source.open(shard, rejects::add)) {
      Pending pending = new Pending(reader, source.shardName(shard), known, rejects);
      embedder.embedImages(
          pending,
          order,
          new EmbeddingModel.ImageSink() {
            @Override
            public void vector(int image, float[] vector) {
              pending.settle(image, vector);
              progress.advance(1);
            }

            @Override
            public void unusable(int image, String reason) {
              pending.reject(image, reason);
              progress.advance(1);
            }
          });
      return new ShardRows(pending.finished(), rejects);
    }
  }

  /** Reads a shard's samples, keeps their rows, and passes on the images to embed. */
  private static final class Pending implements Iterator<byte[]> {
    private final SampleReader reader;
    private final String shardName;
    private final Map<String, float[]> known;
    private final List<Reject> rejects;
    private final Map<Integer, ShardRow> rows =
        new LinkedHashMap<>(); // by their place in the shard
    private final List<Integer> places = new ArrayList<>(); // of the images passed on
    private byte[] next;
    private int samples;

    Pending(
        SampleReader reader, String shardName, Map<String, float[]> known, List<Reject> rejects) {
      this.reader = reader;
      this.shardName = shardName;
      this.known = known;
      this.rejects = rejects;
    }

    @Override
    public synchronized boolean hasNext() {
      while (next == null && reader.hasNext()) {
        take(reader.next());
      }
      return next != null;
    }

    @Override
    public synchronized byte[] next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      byte[] image = next;
      next = null;
      return image;
    }

    private void take(Sample sample) {
      int place = samples++;
      if (sample.image().isEmpty()) {
        rejects.add(new Reject(shardName, sample.key(), sample.reasonWithoutImage()));
        return;
      }
      Optional<long[]> metadata;
      try {
        metadata =
            Optional.ofNullable(sample.members().get("npy"))
                .map(npy -> NpyArray.parse("the .npy", npy).toLongs());
      } catch (FalconException | IllegalStateException e) {
        rejects.add(new Reject(shardName, sample.key(), e.getMessage()));
        return;
      }
      String hash = Sha256.of(sample.image().get());
      float[] vector = known.get(hash);
      rows.put(
          place,
          new ShardRow(
              sample.key(),
              sample.imageIdOrKey(),
              hash,
              sample.label(),
              metadata,
              sample.captions(),
              sample.captionIds(),
              ImageNames.file(sample).orElse(""),
              vector));
      if (vector == null) {
        places.add(place);
        next = sample.image().get();
      }
    }

    synchronized void settle(int image, float[] vector) {
      rows.computeIfPresent(places.get(image), (place, row) -> row.withVector(vector));
    }

    synchronized void reject(int image, String reason) {
      ShardRow row = rows.remove(places.get(image));
      rejects.add(new Reject(shardName, row.key(), reason));
    }

    List<ShardRow> finished() {
      return new ArrayList<>(rows.values());
    }
  }
}
