package dev.falcon.data.sample;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.Sha256;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.function.Consumer;

/**
 * A dataset: a lazily read sequence of samples, cut into shards. A shard can be opened as often as
 * one likes and gives the same samples each time; several can be read at once by different threads.
 * The dataset's order is that of its shards, one after the other.
 *
 * <p>Rows that cannot be used do not stop a reader: they go to the consumer of rejects, and reading
 * goes on behind them. Of a shard that ends too early, the samples before the break are given. What
 * makes a row unusable is that it cannot be <em>read</em>; a sample without a caption or with an
 * image that does not decode is given to the caller, who knows whether he needs it.
 */
public interface SampleSource {
  /** What was opened, as the user named it. */
  String name();

  /** The layout, such as {@code webdataset}. */
  String format();

  /** How many shards there are; at least 1. */
  int shards();

  /** How many samples there are, where that is known without reading them; otherwise -1. */
  default long knownSamples() {
    return -1;
  }

  /** The name of a shard: its file's name, without the folders above. Not necessarily unique. */
  String shardName(int shard);

  /**
   * Opens a shard at its first sample.
   *
   * @param shard from 0 to {@link #shards()} - 1
   * @param rejects takes the rows that cannot be read, on the thread that reads, in the shard's
   *     order
   * @throws FalconException if the shard as a whole cannot be read
   */
  SampleReader open(int shard, Consumer<Reject> rejects);

  /**
   * The files that the samples come from, for the provenance. Digests every file when first called,
   * which reads the whole dataset; later calls give the same list at once.
   */
  List<Provenance.Input> inputs();

  /**
   * As {@link #inputs()}, of one shard alone; of all where shards have no files of their own.
   *
   * @param shard from 0 to {@link #shards()} - 1
   */
  default List<Provenance.Input> inputs(int shard) {
    return inputs();
  }

  /**
   * The files and folders that are read; empty where the samples are not from disk. Nothing may be
   * written over them while the dataset is in use.
   */
  default List<Path> files() {
    return List.of();
  }

  /**
   * One digest for the whole dataset: equal for equal names and contents of all {@link #inputs()}.
   */
  default String fingerprint() {
    MessageDigest digest = Sha256.digest();
    for (Provenance.Input input : inputs()) {
      String line = input.name() + '\t' + input.bytes() + '\t' + input.sha256() + '\n';
      digest.update(line.getBytes(StandardCharsets.UTF_8));
    }
    return Sha256.hex(digest);
  }

  /** Gives every sample of every shard to the consumer, in order. */
  default void forEach(Consumer<Sample> samples, Consumer<Reject> rejects) {
    for (int shard = 0; shard < shards(); shard++) {
      try (SampleReader reader = open(shard, rejects)) {
        reader.forEachRemaining(samples);
      }
    }
  }
}
