// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.space;

import dev.falcon.data.file.SummedFile;
import dev.falcon.mining.algorithm.ComposedBatch;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of one search space in terms of the store's rows, which is also a file in the work
 * folder. Arrays have one entry per sample, in the plan's order; for lists of negatives, a batch is
 * one anchor's list.
 *
 * @param batchSizes the number of samples of each batch
 * @param rows the samples' rows of the store
 * @param anchors the anchors' rows of the store; -1 for none
 * @param quantiles the requested q, in [0, 1]; NaN without an anchor
 * @param ranks the sample's rank among the candidates, from 0 for the least similar; -1 without an
 *     anchor
 * @param candidates |U| when the sample was chosen
 * @param similarities S[anchor][sample], in [-2, 2]; NaN without an anchor
 * @param positives S[anchor][anchor], in [-2, 2]; NaN without an anchor
 * @param quantilesInSpace the position of the similarity in the anchor's whole row, in [0, 1]; NaN
 *     without an anchor
 * @param withheld the number of candidates that conflicts kept out of batches, by reason
 */
public record MinedSpace(
    int[] batchSizes,
    long[] rows,
    long[] anchors,
    float[] quantiles,
    int[] ranks,
    int[] candidates,
    float[] similarities,
    float[] positives,
    float[] quantilesInSpace,
    Map<String, Long> withheld) {

  /** Returns a space whose arrays of {@code total} entries are still to be filled. */
  static MinedSpace allocate(int[] batchSizes, int total, Map<String, Long> withheld) {
    return new MinedSpace(
        batchSizes,
        new long[total],
        new long[total],
        new float[total],
        new int[total],
        new int[total],
        new float[total],
        new float[total],
        new float[total],
        withheld);
  }

  /** Translates indices of the space into rows of the store. */
  static MinedSpace of(SpaceBatches mined, long[] spaceRows) {
    List<ComposedBatch> batches = mined.batches();
    int[] sizes = batches.stream().mapToInt(ComposedBatch::size).toArray();
    int total = batches.stream().mapToInt(ComposedBatch::size).sum();
    MinedSpace space = allocate(sizes, total, mined.withheld());
    int at = 0;
    for (int b = 0; b < sizes.length; b++) {
      ComposedBatch batch = batches.get(b);
      for (int x = 0; x < sizes[b]; x++, at++) {
        space.rows[at] = spaceRows[batch.members()[x]];
        space.anchors[at] = batch.anchors()[x] < 0 ? -1 : spaceRows[batch.anchors()[x]];
        space.quantiles[at] = (float) batch.quantiles()[x];
        space.ranks[at] = batch.ranks()[x];
        space.candidates[at] = batch.candidates()[x];
        space.similarities[at] = batch.similarities()[x];
        space.positives[at] = mined.positives().get(b)[x];
        space.quantilesInSpace[at] = mined.quantilesInSpace().get(b)[x];
      }
    }
    return space;
  }

  /** Writes the file atomically. */
  public void write(Path file) {
    SummedFile.write(
        file,
        out -> {
          writeInts(out, batchSizes);
          writeLongs(out, rows);
          writeLongs(out, anchors);
          writeFloats(out, quantiles);
          writeInts(out, ranks);
          writeInts(out, candidates);
          writeFloats(out, similarities);
          writeFloats(out, positives);
          writeFloats(out, quantilesInSpace);
          out.writeInt(withheld.size());
          for (Map.Entry<String, Long> reason : withheld.entrySet()) {
            out.writeUTF(reason.getKey());
            out.writeLong(reason.getValue());
          }
        });
  }

  /** Reads a file written by {@link #write}. */
  public static MinedSpace read(Path file) {
    return SummedFile.read(
        file,
        "remove it to mine it again",
        in -> {
          long bytes = in.available();
          return new MinedSpace(
              readInts(in, bytes),
              readLongs(in, bytes),
              readLongs(in, bytes),
              readFloats(in, bytes),
              readInts(in, bytes),
              readInts(in, bytes),
              readFloats(in, bytes),
              readFloats(in, bytes),
              readFloats(in, bytes),
              readReasons(in));
        });
  }

  private static void writeInts(DataOutputStream out, int[] values) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Integer.BYTES));
    bytes.asIntBuffer().put(values);
    out.writeInt(values.length);
    out.write(bytes.array());
  }

  private static void writeLongs(DataOutputStream out, long[] values) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Long.BYTES));
    bytes.asLongBuffer().put(values);
    out.writeInt(values.length);
    out.write(bytes.array());
  }

  private static void writeFloats(DataOutputStream out, float[] values) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Float.BYTES));
    bytes.asFloatBuffer().put(values);
    out.writeInt(values.length);
    out.write(bytes.array());
  }

  private static int[] readInts(DataInputStream in, long most) throws IOException {
    IntBuffer buffer = readBytes(in, Integer.BYTES, most).asIntBuffer();
    int[] values = new int[buffer.remaining()];
    buffer.get(values);
    return values;
  }

  private static long[] readLongs(DataInputStream in, long most) throws IOException {
    LongBuffer buffer = readBytes(in, Long.BYTES, most).asLongBuffer();
    long[] values = new long[buffer.remaining()];
    buffer.get(values);
    return values;
  }

  private static float[] readFloats(DataInputStream in, long most) throws IOException {
    FloatBuffer buffer = readBytes(in, Float.BYTES, most).asFloatBuffer();
    float[] values = new float[buffer.remaining()];
    buffer.get(values);
    return values;
  }

  /**
   * Reads numbers of a width, preceded by their count, which is checked before memory is allocated.
   */
  private static ByteBuffer readBytes(DataInputStream in, int width, long most) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > most / width) {
      throw new IOException(count + " numbers are not in it");
    }
    byte[] bytes = new byte[Math.multiplyExact(count, width)];
    in.readFully(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private static Map<String, Long> readReasons(DataInputStream in) throws IOException {
    Map<String, Long> reasons = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      reasons.put(in.readUTF(), in.readLong());
    }
    return reasons;
  }

  /**
   * The result of mining one space, in terms of its own indices.
   *
   * @param batches the space's batches in order
   * @param quantilesInSpace for each batch and member, the position of its similarity in the
   *     anchor's whole row, in [0, 1], to within 1/(m-1); NaN without an anchor
   * @param positives for each batch and member, S[anchor][anchor], twice the cosine of the anchor's
   *     own pair; NaN without an anchor
   * @param withheld the number of candidates that conflicts kept out of batches, by reason
   */
  public record SpaceBatches(
      List<ComposedBatch> batches,
      List<float[]> quantilesInSpace,
      List<float[]> positives,
      Map<String, Long> withheld) {}
}
