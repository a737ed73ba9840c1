// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.util.Progressable;

/**
 * Files of the local file system as an object store keeps them, under {@code late:///}: an object
 * appears, whole, when its stream is closed, whatever has been written until then; a stream can be
 * aborted; there is no renaming; and what was written since {@link #YOUNG} was cleared is not
 * listed yet.
 */
public final class ObjectStore extends RawLocalFileSystem {
  /** What is there, but not listed. */
  public static final Set<String> YOUNG = new ConcurrentSkipListSet<>();

  /** Says to Hadoop where such files are. */
  public static void register(Configuration configuration) {
    configuration.set("fs.late.impl", ObjectStore.class.getName());
  }

  @Override
  public URI getUri() {
    return URI.create("late:///");
  }

  @Override
  public FSDataOutputStream create(
      Path file,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return new FSDataOutputStream(new Upload(file), new FileSystem.Statistics("late"));
  }

  @Override
  public boolean rename(Path from, Path to) {
    throw new UnsupportedOperationException("an object store does not rename: " + from);
  }

  @Override
  public FileStatus[] listStatus(Path folder) throws IOException {
    return Arrays.stream(super.listStatus(folder))
        .filter(status -> !YOUNG.contains(status.getPath().toUri().getPath()))
        .toArray(FileStatus[]::new);
  }

  private void publish(Path file, byte[] object) throws IOException {
    java.nio.file.Path local = java.nio.file.Path.of(file.toUri().getPath());
    java.nio.file.Files.createDirectories(local.getParent());
    java.nio.file.Files.write(local, object);
    YOUNG.add(local.toString());
  }

  private final class Upload extends ByteArrayOutputStream
      implements Abortable, StreamCapabilities {
    private final Path file;
    private boolean ended;

    Upload(Path file) {
      this.file = file;
    }

    @Override
    public void close() throws IOException {
      if (!ended) {
        ended = true;
        publish(file, toByteArray());
      }
    }

    @Override
    public AbortableResult abort() {
      ended = true;
      return new AbortableResult() {
        @Override
        public boolean alreadyClosed() {
          return false;
        }

        @Override
        public IOException anyCleanupException() {
          return null;
        }
      };
    }

    @Override
    public boolean hasCapability(String capability) {
      return capability.equals(StreamCapabilities.ABORTABLE_STREAM);
    }
  }
}
