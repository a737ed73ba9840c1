// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import dev.falcon.data.FalconException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** A column of strings in an Arrow file, which is read in place. */
final class ArrowTexts implements TextColumn {
  /** The number of bytes that a window of the file covers from any start. */
  private static final long MAX_BYTES = 1L << 30;

  private final Path path;
  private final FileWindows file;
  private final boolean large;
  private final long[] firstRows;
  private final long[] validity;
  private final long[] offsets;
  private final ArrowFile.Extent[] texts;

  /**
   * @param large whether offsets have 64 bits
   * @param firstRows each record batch's first row within the shard
   * @param validity the position in the file of each batch's validity bits; -1 if it has no nulls
   * @param offsets the position of each batch's offsets
   * @param texts the position of each batch's bytes
   */
  ArrowTexts(
      Path path,
      FileWindows file,
      boolean large,
      long[] firstRows,
      long[] validity,
      long[] offsets,
      ArrowFile.Extent[] texts) {
    this.path = path;
    this.file = file;
    this.large = large;
    this.firstRows = firstRows;
    this.validity = validity;
    this.offsets = offsets;
    this.texts = texts;
  }

  @Override
  public Optional<String> get(long row) {
    int found = Arrays.binarySearch(firstRows, row);
    int batch = found >= 0 ? found : -found - 2;
    long index = row - firstRows[batch];
    if (validity[batch] >= 0
        && (file.byteAt(validity[batch] + (index >>> 3)) >>> (index & 7) & 1) == 0) {
      return Optional.empty();
    }
    long begin = offset(batch, index);
    long end = offset(batch, index + 1);
    if (begin < 0 || end < begin || end > texts[batch].length() || end - begin > MAX_BYTES) {
      throw new FalconException(
          path + ": damaged: the text of row " + row + " ends at byte " + end + " of its batch");
    }
    byte[] text = new byte[(int) (end - begin)];
    file.read(texts[batch].position() + begin, text);
    return Optional.of(new String(text, StandardCharsets.UTF_8));
  }

  private long offset(int batch, long index) {
    return large
        ? file.longAt(offsets[batch] + index * Long.BYTES)
        : file.intAt(offsets[batch] + index * Integer.BYTES);
  }
}
