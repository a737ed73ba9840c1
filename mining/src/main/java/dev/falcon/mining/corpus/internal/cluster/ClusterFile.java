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
        out.writeInt(centroids.count());
        for (float value : centroids.values()) {
          out.writeFloat(value);
        }
        out.writeInt(clustering.clusterOf().length);
        for (int cluster : clustering.clusterOf()) {
          out.writeInt(cluster);
        }
      }
      begun.commit();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /** Reads a clustering. */
  public static Clustering read(Path file) {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      int dimension = in.readInt();
      float[] values = new float[Math.multiplyExact(in.readInt(), dimension)];
      for (int x = 0; x < values.length; x++) {
        values[x] = in.readFloat();
      }
      int[] clusterOf = new int[in.readInt()];
      for (int x = 0; x < clusterOf.length; x++) {
        clusterOf[x] = in.readInt();
      }
      return new Clustering(new Centroids(values, dimension), clusterOf);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
