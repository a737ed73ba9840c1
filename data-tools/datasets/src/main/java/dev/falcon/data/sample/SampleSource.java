// SPDX-License-Identifier: Apache-2.0
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
 * A dataset: a sequence of samples, divided into shards and read lazily. A shard can be opened any
 * number of times and returns the same samples each time; several can be read at once by different
 * threads. The dataset's order is that of its shards.
 *
 * <p>Unusable rows do not stop a reader: they are passed to the consumer of rejects, and reading
 * continues after them. From a truncated shard, the samples before the truncation are returned. A
 * row is unusable only if it cannot be <em>read</em>; a sample without a caption or with an
 * undecodable image is returned to the caller, who decides whether it is needed.
 */
public interface SampleSource {
  /** Returns the dataset as the user named it. */
  String name();

  /** Returns the layout, such as {@code webdataset}. */
  String format();

  /** Returns the number of shards; at least 1. */
  int shards();

  /**
   * Returns the number of samples, for progress, if it is known without reading them; otherwise -1.
   * Of large tars it is estimated.
   */
  default long knownSamples() {
    return -1;
  }

  /**
   * Returns the name of a shard: its file's name, without the folders above. It is not necessarily
   * unique.
   */
  String shardName(int shard);

  /**
   * Opens a shard at its first sample.
   *
   * @param shard from 0 to {@link #shards()} - 1
   * @param rejects receives the unreadable rows, on the reading thread, in the shard's order
   * @throws FalconException if the shard as a whole cannot be read
   */
  SampleReader open(int shard, Consumer<Reject> rejects);

  /**
   * Returns what is suspicious about the data that were read so far, such as captions glued
   * together or keys that occur again. Data that are read several times count once.
   */
  default List<DataNote> notes() {
    return List.of();
  }

  /**
   * Returns the files of the samples with their digests, for the provenance. The first call digests
   * every file, which reads the whole dataset; later calls return the same list at once.
   */
  List<Provenance.Input> inputs();

  /**
   * Returns the files of one shard, like {@link #inputs()}; if shards have no files of their own,
   * those of the whole dataset.
   *
   * @param shard from 0 to {@link #shards()} - 1
   */
  default List<Provenance.Input> inputs(int shard) {
    return inputs();
  }

  /**
   * Returns the files and folders that are read; empty for samples that are not on disk. They must
   * not be overwritten while the dataset is in use.
   */
  default List<Path> files() {
    return List.of();
  }

  /**
   * Returns one digest for the whole dataset. Two datasets have the same digest if all {@link
   * #inputs()} have equal names and contents.
   */
  default String fingerprint() {
    MessageDigest digest = Sha256.digest();
    for (Provenance.Input input : inputs()) {
      String line = input.name() + '\t' + input.bytes() + '\t' + input.sha256() + '\n';
      digest.update(line.getBytes(StandardCharsets.UTF_8));
    }
    return Sha256.hex(digest);
  }

  /** Passes every sample of every shard to the consumer, in order. */
  default void forEach(Consumer<Sample> samples, Consumer<Reject> rejects) {
    for (int shard = 0; shard < shards(); shard++) {
      try (SampleReader reader = open(shard, rejects)) {
        reader.forEachRemaining(samples);
      }
    }
  }
}
