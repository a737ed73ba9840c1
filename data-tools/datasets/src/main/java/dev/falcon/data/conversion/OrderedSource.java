// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.conversion;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.file.FileReads;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.LookaheadReader;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A dataset in another order. The selected samples are first copied into one file, in the dataset's
 * own order, and then read from that file by random access. The file is removed when the source is
 * closed.
 *
 * <p>A key {@code sample#2} that no sample has is the third caption of {@code sample} with its
 * image, as embedding stores name the rows of samples with several captions.
 */
final class OrderedSource implements SampleSource, AutoCloseable {
  private final SampleSource source;
  private final SampleOrder order;
  private final Path spool;
  private final List<Reject> rejects = new ArrayList<>();
  private final long[] offsets; // [keys], -1 until the sample is found
  private final int[] lengths; // [keys]

  /**
   * Copies the selected samples.
   *
   * @param spool the file to which samples are copied
   * @param progress receives one step per sample read
   * @throws FalconException if the dataset lacks a sample of the order
   */
  OrderedSource(SampleSource source, SampleOrder order, Path spool, Runnable progress) {
    this.source = source;
    this.order = order;
    this.spool = spool;
    offsets = new long[order.keys()];
    lengths = new int[order.keys()];
    Arrays.fill(offsets, -1);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(spool), 1 << 16)) {
      long[] at = {0};
      source.forEach(
          sample -> {
            copy(sample, out, at);
            progress.run();
          },
          rejects::add);
    } catch (IOException e) {
      throw cannotWrite(e);
    }
    long absent = Arrays.stream(offsets).filter(offset -> offset < 0).count();
    if (absent > 0) {
      close();
      throw new FalconException(
          String.format(
                  Locale.ROOT,
                  "%s: names %,d samples that %s does not hold, the first '%s'; name the data that the plan",
                  order.file(),
                  absent,
                  source.name(),
                  order.firstAbsent(offsets))
              + " was made of");
    }
  }

  private void copy(Sample sample, OutputStream out, long[] at) {
    keep(sample, sample.key(), out, at);
    for (int i = 0; sample.captions().size() > 1 && i < sample.captions().size(); i++) {
      String key = sample.key() + '#' + i;
      int number = order.number(key);
      if (number >= 0 && offsets[number] < 0) {
        keep(sample.withOneCaption(key, i), key, out, at);
      }
    }
  }

  private void keep(Sample sample, String key, OutputStream out, long[] at) {
    int number = order.number(key);
    if (number < 0 || offsets[number] >= 0) {
      return;
    }
    try {
      byte[] bytes = Json.mapper().writeValueAsBytes(sample.withImageFile(Optional.empty()));
      out.write(bytes);
      offsets[number] = at[0];
      lengths[number] = bytes.length;
      at[0] += bytes.length;
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  private FalconException cannotWrite(IOException e) {
    return new FalconException(spool + ": cannot be written: " + e.getMessage(), e);
  }

  @Override
  public String name() {
    return source.name();
  }

  @Override
  public String format() {
    return source.format();
  }

  @Override
  public int shards() {
    return 1;
  }

  @Override
  public long knownSamples() {
    return order.size();
  }

  @Override
  public String shardName(int shard) {
    return source.name();
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> consumer) {
    rejects.forEach(consumer);
    RandomAccessFile file;
    try {
      file = new RandomAccessFile(spool.toFile(), "r");
    } catch (IOException e) {
      throw new FalconException(spool + ": cannot be read: " + e.getMessage(), e);
    }
    return new Reader(file);
  }

  /** Iterates over the samples in the requested order. */
  private final class Reader extends LookaheadReader {
    private final RandomAccessFile file;
    private int row;

    private Reader(RandomAccessFile file) {
      this.file = file;
    }

    @Override
    protected Optional<Sample> advance() {
      if (row == order.size()) {
        return Optional.empty();
      }
      int number = order.numberAt(row++);
      byte[] bytes = new byte[lengths[number]];
      try {
        file.seek(offsets[number]);
        file.readFully(bytes);
        return Optional.of(Json.mapper().readValue(bytes, Sample.class));
      } catch (IOException e) {
        throw new FalconException(spool + ": cannot be read: " + e.getMessage(), e);
      }
    }

    @Override
    public void close() {
      FileReads.close(spool, file);
    }
  }

  @Override
  public List<Provenance.Input> inputs() {
    List<Provenance.Input> inputs = new ArrayList<>(source.inputs());
    inputs.add(Provenance.Input.of(InputRole.PLAN, order.file()));
    return inputs;
  }

  @Override
  public List<Path> files() {
    return source.files();
  }

  @Override
  public void close() {
    Folders.remove(spool);
  }
}
