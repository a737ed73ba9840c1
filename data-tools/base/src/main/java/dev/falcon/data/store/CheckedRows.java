// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import dev.falcon.data.file.SummedFile;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The check of consecutive rows of a store, before their keys are compared with those of other
 * rows. Several processes may check a store together, each its own rows, and share the results.
 *
 * @param firstRow the number of the first row in the store
 * @param rescaledRows number of rows with a vector that is not normalised
 * @param reasons why each unusable row is unusable, by its number in the store
 * @param keyHashes 64 bits of each row's key // [rows]
 * @param sums a checksum of the contents that are read of each row; empty if no other process reads
 *     them // [rows]
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CheckedRows(
    long firstRow,
    long rescaledRows,
    SortedMap<Long, String> reasons,
    long[] keyHashes,
    int[] sums) {

  /** Writes the results atomically, replacing those of another process. */
  public void write(Path file) {
    SummedFile.write(
        file,
        out -> {
          out.writeLong(firstRow);
          out.writeLong(rescaledRows);
          out.writeInt(reasons.size());
          for (Map.Entry<Long, String> reason : reasons.entrySet()) {
            out.writeLong(reason.getKey());
            out.writeUTF(reason.getValue());
          }
          out.writeInt(keyHashes.length);
          for (long hash : keyHashes) {
            out.writeLong(hash);
          }
          out.writeInt(sums.length);
          for (int sum : sums) {
            out.writeInt(sum);
          }
        });
  }

  /** Reads the results written by {@link #write}. */
  public static CheckedRows read(Path file) {
    return SummedFile.read(file, "remove it", CheckedRows::read);
  }

  private static CheckedRows read(DataInputStream in) throws IOException {
    long firstRow = in.readLong();
    long rescaledRows = in.readLong();
    SortedMap<Long, String> reasons = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      reasons.put(in.readLong(), in.readUTF());
    }
    long[] keyHashes = new long[in.readInt()];
    for (int i = 0; i < keyHashes.length; i++) {
      keyHashes[i] = in.readLong();
    }
    int[] sums = new int[in.readInt()];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = in.readInt();
    }
    return new CheckedRows(firstRow, rescaledRows, reasons, keyHashes, sums);
  }
}
