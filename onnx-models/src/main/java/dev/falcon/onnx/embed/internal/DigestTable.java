// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The texts seen so far, as the first {@value #DIGEST_BYTES} bytes of their SHA-256 digests,
 * numbered in order of insertion. This is a hash table in a memory-mapped file, which takes no heap
 * and 48 to 96 bytes of disk per text. The probability of a collision among ten million texts is
 * about 1e-24. Not thread-safe.
 */
public final class DigestTable implements AutoCloseable {
  static final int DIGEST_BYTES = 16;
  private static final int SLOT_BYTES = DIGEST_BYTES + Long.BYTES;
  private static final int SEGMENT_BITS = 26;
  private static final int FIRST_BITS = 12;

  private final Path folder;
  private final String name;
  private int bits; // the table has 2^bits slots
  private MappedByteBuffer[] segments; // of 2^26 slots at most
  private Path file;
  private long size;

  /**
   * Creates an empty table.
   *
   * @param name the name of its file in the folder
   */
  public DigestTable(Path folder, String name) {
    this.folder = folder;
    this.name = name;
    begin(FIRST_BITS);
  }

  /** Returns the digest that stands for a text. */
  public static byte[] digest(String text) {
    return Arrays.copyOf(
        Sha256.digest().digest(text.getBytes(StandardCharsets.UTF_8)), DIGEST_BYTES);
  }

  /** Returns the number of different digests. */
  public long size() {
    return size;
  }

  /** Adds concatenated digests. */
  public void addAll(byte[] digests) {
    each(digests, this::number);
  }

  /** Passes each of several concatenated digests to the consumer. */
  public static void each(byte[] digests, Consumer<byte[]> consumer) {
    for (int offset = 0; offset < digests.length; offset += DIGEST_BYTES) {
      consumer.accept(Arrays.copyOfRange(digests, offset, offset + DIGEST_BYTES));
    }
  }

  /** Adds a digest; returns whether it was new. */
  public boolean add(byte[] digest) {
    long before = size;
    return number(digest) == before;
  }

  /**
   * Adds a digest if it is new.
   *
   * @return the digest's number, from 0 in order of insertion
   */
  public long number(byte[] digest) {
    ByteBuffer parts = ByteBuffer.wrap(digest);
    long number = put(parts.getLong(), parts.getLong() | 1, size); // | 1: no used slot is all zeros
    if (number == size) {
      size++;
      if (size > 1L << (bits - 1)) {
        grow();
      }
    }
    return number;
  }

  private long put(long first, long second, long number) {
    long mask = (1L << bits) - 1;
    for (long slot = first & mask; ; slot = (slot + 1) & mask) {
      MappedByteBuffer segment = segments[(int) (slot >>> SEGMENT_BITS)];
      int offset = (int) (slot & ((1L << SEGMENT_BITS) - 1)) * SLOT_BYTES;
      long taken = segment.getLong(offset + Long.BYTES);
      if (taken == 0) {
        segment.putLong(offset, first).putLong(offset + Long.BYTES, second);
        segment.putLong(offset + DIGEST_BYTES, number);
        return number;
      }
      if (taken == second && segment.getLong(offset) == first) {
        return segment.getLong(offset + DIGEST_BYTES);
      }
    }
  }

  private void grow() {
    MappedByteBuffer[] old = segments;
    Path oldFile = file;
    begin(bits + 1);
    for (MappedByteBuffer segment : old) {
      for (int offset = 0; offset < segment.capacity(); offset += SLOT_BYTES) {
        long second = segment.getLong(offset + Long.BYTES);
        if (second != 0) {
          put(segment.getLong(offset), second, segment.getLong(offset + DIGEST_BYTES));
        }
      }
    }
    Folders.remove(oldFile);
  }

  private void begin(int newBits) {
    bits = newBits;
    file = folder.resolve(name + "-" + bits + ".table");
    long slots = 1L << bits;
    long segmentSlots = Math.min(slots, 1L << SEGMENT_BITS);
    segments = new MappedByteBuffer[(int) (slots / segmentSlots)];
    Folders.make(folder);
    Folders.remove(file);
    try {
      try (FileChannel channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE)) {
        long bytes = segmentSlots * SLOT_BYTES;
        for (int i = 0; i < segments.length; i++) {
          segments[i] = channel.map(FileChannel.MapMode.READ_WRITE, i * bytes, bytes);
        }
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be made: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    segments = new MappedByteBuffer[0];
    Folders.remove(file);
  }
}
