package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
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
   * @param scores {@code // [judges x pairs]}
   */
  public static void write(Path target, List<Rejected> rejected, float[][] scores) {
    try (AtomicFile file = AtomicFile.attempt(target)) {
      try (DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file.path())))) {
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
      }
      file.commit();
    } catch (IOException e) {
      throw new FalconException(target + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /**
   * Reads a block.
   *
   * @param scores receives each judge's scores from place {@code start} on {@code // [judges][]}
   */
  public static List<Rejected> read(Path file, float[][] scores, int start, int count) {
    List<Rejected> rejected = new ArrayList<>();
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      for (int left = in.readInt(); left > 0; left--) {
        rejected.add(new Rejected(in.readUTF(), in.readUTF()));
      }
      for (float[] judge : scores) {
        for (int i = 0; i < count; i++) {
          judge[start + i] = in.readFloat();
        }
      }
    } catch (EOFException e) {
      throw new FalconException(file + ": is cut; delete it, and its pairs are judged again", e);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
    return rejected;
  }
}
