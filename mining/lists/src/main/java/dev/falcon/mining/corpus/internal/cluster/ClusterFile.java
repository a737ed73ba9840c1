// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.cluster;

import dev.falcon.data.file.SummedFile;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;

/** The file that keeps a clustering for resumed runs and other tasks, which may write it, too. */
public final class ClusterFile {
  private static final int VERSION = 1;

  private ClusterFile() {}

  /** Writes a clustering. */
  public static void write(Path file, Clustering clustering) {
    SummedFile.write(
        file,
        out -> {
          Centroids centroids = clustering.centroids();
          out.writeInt(VERSION);
          out.writeInt(centroids.dimension());
          write(out, centroids.groupValues());
          write(out, centroids.starts());
          write(out, centroids.values());
          write(out, clustering.clusterOf());
        });
  }

  private static void write(DataOutputStream out, float[] values) throws IOException {
    out.writeInt(values.length);
    for (float value : values) {
      out.writeFloat(value);
    }
  }

  private static void write(DataOutputStream out, int[] values) throws IOException {
    out.writeInt(values.length);
    for (int value : values) {
      out.writeInt(value);
    }
  }

  /**
   * Reads a clustering.
   *
   * @throws dev.falcon.data.FalconException if the file is damaged, or of another version
   */
  public static Clustering read(Path file) {
    String cure = "remove " + file.toAbsolutePath().getParent() + ", and search again";
    return SummedFile.read(
        file,
        cure,
        in -> {
          int version = in.readInt();
          if (version != VERSION) {
            throw new IOException("it has version " + version + " of its format, not " + VERSION);
          }
          int dimension = in.readInt();
          float[] groups = floats(in);
          int[] starts = integers(in);
          return new Clustering(new Centroids(groups, starts, floats(in), dimension), integers(in));
        });
  }

  private static float[] floats(DataInputStream in) throws IOException {
    float[] values = new float[in.readInt()];
    for (int x = 0; x < values.length; x++) {
      values[x] = in.readFloat();
    }
    return values;
  }

  private static int[] integers(DataInputStream in) throws IOException {
    int[] values = new int[in.readInt()];
    for (int x = 0; x < values.length; x++) {
      values[x] = in.readInt();
    }
    return values;
  }
}
