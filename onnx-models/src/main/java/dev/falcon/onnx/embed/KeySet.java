package dev.falcon.onnx.embed;

import dev.falcon.data.FalconException;
import dev.falcon.data.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The keys seen so far, as the first {@value #DIGEST_BYTES} bytes of their SHA-256 digests, in a
 * hash table in a memory-mapped file: no heap, and 32 to 64 bytes of disk a key. Two keys are taken
 * for one with a chance of about 1e-24 in ten million. Not thread-safe.
 */
final class KeySet implements AutoCloseable {
  static final int DIGEST_BYTES = 16;
  private static final int SEGMENT_BITS = 26;
  private static final int FIRST_BITS = 12;

  private final Path folder;
  private int bits; // the table has 2^bits slots
  private MappedByteBuffer[] segments; // of 2^26 slots at most
  private Path file;
  private long size;

  /** An empty set whose table lies in the folder. */
  KeySet(Path folder) {
    this.folder = folder;
    begin(FIRST_BITS);
  }

  /** The digest that stands for a key. */
  static byte[] digest(String key) {
    return Arrays.copyOf(
        Sha256.digest().digest(key.getBytes(StandardCharsets.UTF_8)), DIGEST_BYTES);
  }

  /** Adds digests that lie one after the other. */
  void addAll(byte[] digests) {
    for (int offset = 0; offset < digests.length; offset += DIGEST_BYTES) {
      add(Arrays.copyOfRange(digests, offset, offset + DIGEST_BYTES));
    }
  }

  /** Adds a digest; false where it is there already. */
  boolean add(byte[] digest) {
    ByteBuffer parts = ByteBuffer.wrap(digest);
    long first = parts.getLong();
    long second = parts.getLong() | 1; // so that no slot that is taken is all zeros
    if (!put(first, second)) {
      return false;
    }
    size++;
    if (size > 1L << (bits - 1)) {
      grow();
    }
    return true;
  }

  private boolean put(long first, long second) {
    long mask = (1L << bits) - 1;
    for (long slot = first & mask; ; slot = (slot + 1) & mask) {
      MappedByteBuffer segment = segments[(int) (slot >>> SEGMENT_BITS)];
      int offset = (int) (slot & ((1L << SEGMENT_BITS) - 1)) * DIGEST_BYTES;
      long taken = segment.getLong(offset + Long.BYTES);
      if (taken == 0) {
        segment.putLong(offset, first).putLong(offset + Long.BYTES, second);
        return true;
      }
      if (taken == second && segment.getLong(offset) == first) {
        return false;
      }
    }
  }

  private void grow() {
    MappedByteBuffer[] old = segments;
    Path oldFile = file;
    begin(bits + 1);
    for (MappedByteBuffer segment : old) {
      for (int offset = 0; offset < segment.capacity(); offset += DIGEST_BYTES) {
        long second = segment.getLong(offset + Long.BYTES);
        if (second != 0) {
          put(segment.getLong(offset), second);
        }
      }
    }
    delete(oldFile);
  }

  private void begin(int newBits) {
    bits = newBits;
    file = folder.resolve("keys-" + bits + ".table");
    long slots = 1L << bits;
    long segmentSlots = Math.min(slots, 1L << SEGMENT_BITS);
    segments = new MappedByteBuffer[(int) (slots / segmentSlots)];
    try {
      Files.createDirectories(folder);
      Files.deleteIfExists(file);
      try (FileChannel channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE)) {
        long bytes = segmentSlots * DIGEST_BYTES;
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
    delete(file);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be removed: " + e.getMessage(), e);
    }
  }
}
