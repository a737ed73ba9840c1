// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.FileReads;
import dev.falcon.data.file.Folders;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Finds hashes that occur more than once. Up to {@value #MOST_HELD} hashes are held in memory and
 * sorted. If there are more, they are divided among temporary files by their first bits, so that
 * equal hashes are in the same file, and one file is sorted at a time.
 *
 * <p>Memory: 16 bytes per held hash, at most 256 MB. Temporary files: 8 bytes per hash.
 */
public final class RepeatedHashes implements AutoCloseable {
  private static final int MOST_HELD = 1 << 24;

  private final long[] held; // null if they are written to files
  private final List<DataOutputStream> files = new ArrayList<>(); // by the first bits
  private final int shift;
  private final Path folder; // of the files; null if hashes are held
  private int count; // of the held hashes

  /** Prepares for this many hashes. */
  public RepeatedHashes(long hashes) {
    this(hashes, MOST_HELD);
  }

  RepeatedHashes(long hashes, int most) {
    if (hashes <= most) {
      held = new long[(int) hashes];
      shift = 0;
      folder = null;
      return;
    }
    held = null;
    // Files of half as many hashes as may be held: their lengths differ a little.
    int bits = Long.SIZE - Long.numberOfLeadingZeros(2 * hashes / most);
    shift = Long.SIZE - bits;
    folder = Folders.temporary("falcon-keys-");
    try {
      for (int file = 0; file < 1 << bits; file++) {
        files.add(
            new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file(file)))));
      }
    } catch (IOException e) {
      close();
      throw failed(e);
    }
  }

  private Path file(int number) {
    return folder.resolve(Integer.toString(number));
  }

  private FalconException failed(IOException e) {
    return new FalconException(
        "%s: hashes of keys cannot be kept: %s; java.io.tmpdir needs room for 8 bytes per row"
            .formatted(
                folder == null ? System.getProperty("java.io.tmpdir") : folder, e.getMessage()),
        e);
  }

  /** Adds hashes. */
  public void add(long[] hashes) {
    if (held != null) {
      System.arraycopy(hashes, 0, held, count, hashes.length);
      count += hashes.length;
      return;
    }
    try {
      for (long hash : hashes) {
        files.get((int) (hash >>> shift)).writeLong(hash);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Returns the hashes that were added more than once, ascending as signed numbers. */
  public long[] find() {
    if (held != null) {
      return repeated(held);
    }
    List<long[]> found = new ArrayList<>();
    try {
      for (int file = 0; file < files.size(); file++) {
        files.get(file).close();
        found.add(repeated(read(file(file))));
      }
    } catch (IOException e) {
      throw failed(e);
    }
    return found.stream().flatMapToLong(Arrays::stream).sorted().toArray();
  }

  private static long[] read(Path file) throws IOException {
    long[] hashes = new long[Math.toIntExact(Files.size(file) / Long.BYTES)];
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      for (int i = 0; i < hashes.length; i++) {
        hashes[i] = in.readLong();
      }
    }
    return hashes;
  }

  private static long[] repeated(long[] hashes) {
    Arrays.parallelSort(hashes);
    return LongStream.range(1, hashes.length)
        .filter(i -> hashes[(int) i] == hashes[(int) i - 1])
        .map(i -> hashes[(int) i])
        .distinct()
        .toArray();
  }

  @Override
  public void close() {
    try {
      files.forEach(file -> FileReads.close(folder, file));
    } finally {
      if (folder != null) {
        Folders.delete(folder);
      }
    }
  }
}
