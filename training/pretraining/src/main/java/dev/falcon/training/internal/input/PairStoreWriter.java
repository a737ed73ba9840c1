// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.ImageException;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Reads a dataset once and writes a {@link PairStore}. Every image is decoded once, to check it;
 * images in separate files are not copied. A window of samples, the keys and the image ids are held
 * in memory.
 */
final class PairStoreWriter implements AutoCloseable {
  private static final int WINDOW_SAMPLES = 512;
  private static final long WINDOW_BYTES = 64L << 20;

  private final Path folder;
  private final ForkJoinPool pool;
  private final ImageDecoder decoder = new ImageDecoder();
  private final TableWriter pairs;
  private final TableWriter images;
  private final OutputStream bytes;
  private final Set<String> keys = new HashSet<>();
  private final Map<String, Integer> imageNumbers = new HashMap<>();
  private final List<Pending> window = new ArrayList<>();
  private final List<Reject> rejects = new ArrayList<>();
  private long windowBytes;
  private long offset;

  private record Pending(String shard, Sample sample) {}

  private PairStoreWriter(Path folder, int workers) throws IOException {
    this.folder = folder;
    this.pool = new ForkJoinPool(workers);
    Files.createDirectories(folder);
    this.bytes =
        new BufferedOutputStream(Files.newOutputStream(folder.resolve(PictureFiles.BYTES)));
    this.pairs =
        TableWriter.create(
            folder.resolve(PairStore.PAIRS), TableFormat.PARQUET, PairStore.PAIR_COLUMNS, Map.of());
    this.images =
        TableWriter.create(
            folder.resolve(PictureFiles.IMAGES),
            TableFormat.PARQUET,
            PictureFiles.COLUMNS,
            Map.of());
  }

  /**
   * Writes all files but the manifest.
   *
   * @param folder the folder, which is not yet visible to other processes
   * @param workers number of decoding threads
   * @throws FalconException if a stop is requested
   */
  static void write(
      SampleSource source, Path folder, int workers, Progress progress, BooleanSupplier stop) {
    try (PairStoreWriter writer = new PairStoreWriter(folder, workers);
        Progress.Task task =
            progress.begin("reading " + source.name(), source.knownSamples(), "samples")) {
      for (int shard = 0; shard < source.shards(); shard++) {
        writer.readShard(source, shard, task, stop);
      }
      writer.finish();
    } catch (IOException e) {
      throw new FalconException(folder + ": cannot be written: " + e.getMessage(), e);
    }
  }

  private void readShard(SampleSource source, int shard, Progress.Task task, BooleanSupplier stop)
      throws IOException {
    try (SampleReader reader = source.open(shard, rejects::add)) {
      while (reader.hasNext()) {
        Sample sample = reader.next();
        window.add(new Pending(source.shardName(shard), sample));
        windowBytes += sample.image().map(image -> image.length).orElse(0);
        if (window.size() == WINDOW_SAMPLES || windowBytes > WINDOW_BYTES) {
          flush();
        }
        if (stop.getAsBoolean()) {
          throw new FalconException(
              source.name() + ": interrupted while it was read; the same command begins again");
        }
        task.advance(1);
      }
    }
    flush();
  }

  private void flush() throws IOException {
    Map<String, byte[]> unseen = new LinkedHashMap<>();
    for (Pending pending : window) {
      Sample sample = pending.sample();
      if (sample.image().isPresent() && !imageNumbers.containsKey(sample.imageIdOrKey())) {
        unseen.putIfAbsent(sample.imageIdOrKey(), sample.image().get());
      }
    }
    Map<String, String> broken = broken(unseen);
    for (Pending pending : window) {
      take(pending.shard(), pending.sample(), broken);
    }
    window.clear();
    windowBytes = 0;
  }

  /** Returns why images cannot be decoded, by image id. */
  private Map<String, String> broken(Map<String, byte[]> unseen) {
    Map<String, String> reasons = new HashMap<>();
    Stream<Map.Entry<String, String>> found =
        unseen.entrySet().parallelStream()
            .map(image -> Map.entry(image.getKey(), problem(image.getValue())))
            .filter(image -> !image.getValue().isEmpty());
    // A parallel stream runs in the pool from which it is started.
    pool.submit(() -> found.toList()).join().forEach(e -> reasons.put(e.getKey(), e.getValue()));
    return reasons;
  }

  /** Returns why an image cannot be decoded; empty if it can. */
  private String problem(byte[] image) {
    try {
      decoder.decode(image);
      return "";
    } catch (ImageException e) {
      return e.getMessage();
    }
  }

  private void take(String shard, Sample sample, Map<String, String> broken) throws IOException {
    String id = sample.imageIdOrKey();
    if (!keys.add(sample.key())) {
      reject(shard, sample.key(), "an earlier sample has the same key");
    } else if (!sample.hasImage()) {
      reject(shard, sample.key(), sample.reasonWithoutImage());
    } else if (sample.captions().isEmpty()) {
      reject(shard, sample.key(), "the sample has no caption");
    } else if (broken.containsKey(id)) {
      reject(shard, sample.key(), "image: " + broken.get(id));
    } else {
      int captions = sample.captions().size();
      for (int i = 0; i < captions; i++) {
        String key = captions == 1 ? sample.key() : sample.key() + '#' + i;
        pairs
            .setString(0, key)
            .setString(1, sample.captions().get(i))
            .setInt(2, imageNumber(sample))
            .endRow();
      }
    }
  }

  private int imageNumber(Sample sample) throws IOException {
    Integer known = imageNumbers.get(sample.imageIdOrKey());
    if (known != null) {
      return known;
    }
    byte[] image = sample.image().orElseThrow();
    boolean own = sample.imageFile().isPresent();
    images
        .setString(0, sample.imageFile().map(Path::toString))
        .setLong(1, own ? 0 : offset)
        .setInt(2, image.length)
        .setLong(3, PictureFiles.checksum(image))
        .endRow();
    if (!own) {
      bytes.write(image);
      offset += image.length;
    }
    imageNumbers.put(sample.imageIdOrKey(), imageNumbers.size());
    return imageNumbers.size() - 1;
  }

  private void reject(String shard, String key, String reason) {
    rejects.add(new Reject(shard, key, reason));
  }

  private void finish() throws IOException {
    bytes.close();
    pairs.commit();
    images.commit();
    Rejects.write(folder.resolve(Rejects.FILE_NAME), rejects);
  }

  @Override
  public void close() throws IOException {
    pool.shutdownNow();
    bytes.close();
    pairs.close();
    images.close();
  }
}
