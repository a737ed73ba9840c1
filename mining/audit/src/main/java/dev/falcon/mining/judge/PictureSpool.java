// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import dev.falcon.data.FalconException;
import dev.falcon.data.sample.PairSide;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Second pictures, copied from the dataset in one pass, since the two pictures of a pair are far
 * apart in it, and a dataset in tars gives no direct access to a single picture. They are kept in a
 * temporary file, which is removed when it is closed.
 */
final class PictureSpool implements AutoCloseable {
  private final FileChannel channel;
  private final Map<PairSide.Picture, Place> places = new HashMap<>();

  private record Place(long offset, int length) {}

  private PictureSpool(FileChannel channel) {
    this.channel = channel;
  }

  /** Copies the wanted second pictures. */
  static PictureSpool of(SampleSource data, Set<PairSide.Picture> wanted) {
    try {
      Path file = Files.createTempFile("falcon-", ".pictures");
      PictureSpool spool =
          new PictureSpool(
              FileChannel.open(
                  file,
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE,
                  StandardOpenOption.DELETE_ON_CLOSE));
      try {
        spool.copy(data, wanted);
        return spool;
      } catch (RuntimeException | Error e) {
        spool.close();
        throw e;
      }
    } catch (IOException e) {
      throw failed("written", e);
    }
  }

  private void copy(SampleSource data, Set<PairSide.Picture> wanted) {
    for (int shard = 0; shard < data.shards() && places.size() < wanted.size(); shard++) {
      try (SampleReader reader = data.open(shard, reject -> {})) {
        while (reader.hasNext() && places.size() < wanted.size()) {
          Sample sample = reader.next();
          PairSide.Picture picture = new PairSide.Picture(sample.key(), true);
          Optional<byte[]> bytes = sample.positiveImage();
          if (bytes.isPresent() && wanted.contains(picture) && !places.containsKey(picture)) {
            add(picture, bytes.get());
          }
        }
      }
    }
  }

  private void add(PairSide.Picture picture, byte[] bytes) {
    try {
      places.put(picture, new Place(channel.position(), bytes.length));
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    } catch (IOException e) {
      throw failed("written", e);
    }
  }

  /** Returns the bytes of the file of a wanted picture. */
  byte[] read(PairSide.Picture picture) {
    Place place = places.get(picture);
    if (place == null) {
      throw new FalconException(
          "the data have changed while they were read: no second picture of '"
              + picture.key()
              + "'");
    }
    ByteBuffer buffer = ByteBuffer.allocate(place.length());
    try {
      int read = 0;
      while (buffer.hasRemaining() && read >= 0) {
        read = channel.read(buffer, place.offset() + buffer.position());
      }
      return buffer.array();
    } catch (IOException e) {
      throw failed("read", e);
    }
  }

  private static FalconException failed(String what, IOException e) {
    return new FalconException(
        "the temporary file of second pictures cannot be " + what + ": " + e.getMessage(), e);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw failed("removed", e);
    }
  }
}
