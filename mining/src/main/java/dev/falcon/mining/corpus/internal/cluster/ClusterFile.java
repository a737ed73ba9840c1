// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.cluster;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file that keeps a clustering for resumed runs and other tasks. */
public final class ClusterFile {
  private ClusterFile() {}

  /** Writes a clustering; other tasks may be writing the same file. */
  public static void write(Path file, Clustering clustering) {
    try (AtomicFile begun = AtomicFile.attempt(file)) {
      try (DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(begun.path())))) {
        Centroids centroids = clustering.centroids();
        out.writeInt(centroids.dimension());
        write(out, centroids.groupValues());
        write(out, centroids.starts());
        write(out, centroids.values());
        write(out, clustering.clusterOf());
      }
      begun.commit();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
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

  /** Reads a clustering. */
  public static Clustering read(Path file) {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      int dimension = in.readInt();
      float[] groups = floats(in);
      int[] starts = integers(in);
      return new Clustering(new Centroids(groups, starts, floats(in), dimension), integers(in));
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
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
