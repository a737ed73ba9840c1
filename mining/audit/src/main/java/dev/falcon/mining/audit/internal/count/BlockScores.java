// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.file.SummedFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The file of a block's scores: the images that were rejected, then every judge's scores. */
final class BlockScores {
  private BlockScores() {}

  /** An image that could not be judged. */
  public record Rejected(String key, String reason) {}

  /**
   * Writes a block.
   *
   * @param rejected the images that could not be judged
   * @param scores the scores {@code // [judges x pairs]}
   */
  public static void write(Path target, List<Rejected> rejected, float[][] scores) {
    SummedFile.write(
        target,
        out -> {
          out.writeInt(rejected.size());
          for (Rejected image : rejected) {
            out.writeUTF(image.key());
            out.writeUTF(image.reason());
          }
          for (float[] judge : scores) {
            for (float score : judge) {
              out.writeFloat(score);
            }
          }
        });
  }

  /**
   * Reads a block.
   *
   * @param scores receives each judge's {@code count} scores from index {@code start} on {@code //
   *     [judges][]}
   * @return the images that could not be judged
   */
  public static List<Rejected> read(Path file, float[][] scores, int start, int count) {
    return SummedFile.read(
        file,
        "delete it, and its pairs are judged again",
        in -> {
          List<Rejected> rejected = new ArrayList<>();
          for (int left = in.readInt(); left > 0; left--) {
            rejected.add(new Rejected(in.readUTF(), in.readUTF()));
          }
          for (float[] judge : scores) {
            for (int i = 0; i < count; i++) {
              judge[start + i] = in.readFloat();
            }
          }
          return rejected;
        });
  }
}
