package dev.falcon.data.store.internal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A column of strings of an Arrow file, read where it lies. */
final class ArrowTexts implements TextColumn {
  private final FileWindows file;
  private final boolean large;
  private final long[] firstRows;
  private final long[] validity;
  private final long[] offsets;
  private final long[] texts;

  /**
   * @param large whether offsets have 64 bits
   * @param firstRows each record batch's first row within the shard
   * @param validity where each batch's validity bits begin in the file; -1 where no value is null
   * @param offsets where its offsets begin
   * @param texts where its bytes begin
   */
  ArrowTexts(
      FileWindows file,
      boolean large,
      long[] firstRows,
      long[] validity,
      long[] offsets,
      long[] texts) {
    this.file = file;
    this.large = large;
    this.firstRows = firstRows;
    this.validity = validity;
    this.offsets = offsets;
    this.texts = texts;
  }

  @Override
  public String get(long row) {
    int found = Arrays.binarySearch(firstRows, row);
    int batch = found >= 0 ? found : -found - 2;
    long index = row - firstRows[batch];
    if (validity[batch] >= 0
        && (file.byteAt(validity[batch] + (index >>> 3)) >>> (index & 7) & 1) == 0) {
      return null;
    }
    long begin = offset(batch, index);
    byte[] text = new byte[Math.toIntExact(offset(batch, index + 1) - begin)];
    file.read(texts[batch] + begin, text);
    return new String(text, StandardCharsets.UTF_8);
  }

  private long offset(int batch, long index) {
    return large
        ? file.longAt(offsets[batch] + index * Long.BYTES)
        : file.intAt(offsets[batch] + index * Integer.BYTES);
  }
}
