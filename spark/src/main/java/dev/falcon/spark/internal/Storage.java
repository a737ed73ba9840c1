// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.util.VersionInfo;

/**
 * Files in any storage that the cluster's Hadoop can access: s3a, gs, abfs, hdfs, or the local file
 * system. It is sent to executors with the cluster's settings.
 */
public class Storage implements Serializable {
  private static final long serialVersionUID = 1;

  /** The schemes whose file systems rename in one step; others copy. */
  private static final Set<String> RENAMING =
      Set.of("file", "hdfs", "viewfs", "webhdfs", "abfs", "abfss");

  /** The artifacts of Hadoop for the schemes that Spark does not read without them. */
  private static final Map<String, String> ARTIFACTS =
      Map.of(
          "s3a",
          "hadoop-aws",
          "gs",
          "hadoop-gcp",
          "abfs",
          "hadoop-azure",
          "abfss",
          "hadoop-azure",
          "wasb",
          "hadoop-azure",
          "wasbs",
          "hadoop-azure");

  private final HashMap<String, String> settings = new HashMap<>();
  private transient Configuration configuration;

  /** Creates a storage with the settings of a cluster. */
  public Storage(Configuration configuration) {
    for (Map.Entry<String, String> setting : configuration) {
      settings.put(setting.getKey(), setting.getValue());
    }
    this.configuration = configuration;
  }

  private synchronized Configuration configuration() {
    if (configuration == null) {
      Configuration made = new Configuration(false);
      settings.forEach(made::set);
      configuration = made;
    }
    return configuration;
  }

  private FileSystem system(Path path) throws IOException {
    FileSystem system = opened(path);
    // Without checksums, which would be extra files among the user's.
    return system instanceof LocalFileSystem local ? local.getRawFileSystem() : system;
  }

  private FileSystem opened(Path path) throws IOException {
    try {
      return path.getFileSystem(configuration());
    } catch (UnsupportedFileSystemException e) {
      throw unreadable(path, e);
    } catch (RuntimeException e) {
      // Hadoop throws this if its settings name a class that does not exist.
      if (e.getCause() instanceof ClassNotFoundException) {
        throw unreadable(path, e);
      }
      throw e;
    }
  }

  /** Returns the failure to throw for a scheme whose file system is not on the class path. */
  private static FalconException unreadable(Path path, Exception e) {
    String scheme = path.toUri().getScheme();
    String artifact = ARTIFACTS.get(scheme);
    return new FalconException(
        path
            + ": nothing here reads "
            + scheme
            + "://; "
            + (artifact == null
                ? "Spark with Hadoop reads s3a, gs, abfs, hdfs and local files, and what is added to it"
                : "add spark.jars.packages=org.apache.hadoop:"
                    + artifact
                    + ":"
                    + VersionInfo.getVersion()),
        e);
  }

  private static Path path(String file) {
    try {
      return new Path(file);
    } catch (IllegalArgumentException e) {
      throw new FalconException(file + ": is no path and no URI such as s3a://BUCKET/FOLDER", e);
    }
  }

  /**
   * Returns a name that means the same file in every process: makes a path without a scheme
   * absolute if it is relative to this process's folder.
   */
  public String absolute(String file) {
    Path path = path(file);
    if (path.toUri().getScheme() != null || path.isAbsolute()) {
      return file;
    }
    try {
      URI uri = system(path).makeQualified(path).toUri();
      return "file".equals(uri.getScheme()) ? uri.getPath() : path(uri.toString()).toString();
    } catch (IOException e) {
      throw failed(file, "cannot be reached", e);
    }
  }

  /** Returns the path of a file in the local file system; null for files elsewhere. */
  java.nio.file.Path local(String file) {
    try {
      Path path = path(file);
      URI uri = system(path).makeQualified(path).toUri();
      return "file".equals(uri.getScheme()) ? java.nio.file.Path.of(uri.getPath()) : null;
    } catch (IOException e) {
      throw failed(file, "cannot be reached", e);
    }
  }

  /** Returns whether a file can be moved into place by renaming it. */
  public boolean renames(String file) {
    try {
      return RENAMING.contains(system(path(file)).getUri().getScheme());
    } catch (IOException e) {
      throw failed(file, "cannot be reached", e);
    }
  }

  /** Returns whether a file or folder exists. */
  public boolean exists(String file) {
    try {
      Path path = path(file);
      return system(path).exists(path);
    } catch (IOException e) {
      throw failed(file, "cannot be reached", e);
    }
  }

  /** Returns whether a file exists that is not a folder. */
  boolean isFile(String file) {
    try {
      Path path = path(file);
      FileSystem system = system(path);
      return system.exists(path) && system.getFileStatus(path).isFile();
    } catch (IOException e) {
      throw failed(file, "cannot be reached", e);
    }
  }

  /** Returns the names of the files in a folder, sorted; empty if the folder does not exist. */
  public List<String> list(String folder) {
    try {
      Path path = path(folder);
      FileSystem system = system(path);
      if (!system.exists(path)) {
        return List.of();
      }
      List<String> names = new ArrayList<>();
      for (FileStatus status : system.listStatus(path)) {
        if (status.isFile()) {
          names.add(status.getPath().getName());
        }
      }
      names.sort(null);
      return names;
    } catch (IOException e) {
      throw failed(folder, "cannot be listed", e);
    }
  }

  /** Returns a file's size in bytes. */
  public long size(String file) {
    return state(file).bytes();
  }

  /** Returns a file's size and time of modification. */
  public FileState state(String file) {
    try {
      Path path = path(file);
      FileStatus status = system(path).getFileStatus(path);
      return new FileState(status.getLen(), status.getModificationTime());
    } catch (IOException e) {
      throw failed(file, "cannot be read", e);
    }
  }

  /** Returns the first bytes of a file, at most this many. */
  public byte[] head(String file, int most) {
    Path path = path(file);
    try (InputStream in = system(path).open(path)) {
      return in.readNBytes(most);
    } catch (IOException e) {
      throw failed(file, "cannot be read", e);
    }
  }

  /**
   * Returns the last bytes of a file, at most this many.
   *
   * @param bytes the file's size
   */
  byte[] tail(String file, long bytes, int most) {
    Path path = path(file);
    byte[] tail = new byte[(int) Math.min(most, bytes)];
    try (FSDataInputStream in = system(path).open(path)) {
      in.readFully(bytes - tail.length, tail);
    } catch (IOException e) {
      throw failed(file, "cannot be read", e);
    }
    return tail;
  }

  /** Returns the SHA-256 digest of a file. */
  public String sha256(String file) {
    MessageDigest digest = Sha256.digest();
    Path path = path(file);
    try (InputStream in = system(path).open(path)) {
      byte[] bytes = new byte[1 << 16];
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        digest.update(bytes, 0, read);
      }
    } catch (IOException e) {
      throw failed(file, "cannot be read", e);
    }
    return Sha256.hex(digest);
  }

  /** Returns the content of a small file. */
  public byte[] read(String file) {
    return head(file, Integer.MAX_VALUE);
  }

  /** Copies a file to the local file system. */
  void fetch(String file, java.nio.file.Path to) {
    Path path = path(file);
    try (InputStream in = system(path).open(path)) {
      Files.copy(in, to);
    } catch (IOException e) {
      throw failed(file, "cannot be copied to " + to, e);
    }
  }

  /**
   * Writes a small file, replacing an older one.
   *
   * @param aside the file that is written first and then renamed, if renaming is one step
   */
  public void write(String file, String aside, byte[] content) {
    Path path = path(file);
    try {
      FileSystem system = system(path);
      Path attempt = renames(file) ? path(aside) : path;
      java.nio.file.Path local = local(attempt.toString());
      if (local != null) {
        Files.createDirectories(local.getParent());
        Files.write(local, content);
      } else {
        try (OutputStream out = system.create(attempt, true)) {
          out.write(content);
        }
      }
      if (!attempt.equals(path)) {
        move(attempt.toString(), file);
      }
    } catch (IOException e) {
      throw failed(file, "cannot be written", e);
    }
  }

  /** Copies a file from the local file system. */
  public void put(java.nio.file.Path from, String to) {
    java.nio.file.Path local = local(to);
    if (local != null) {
      copy(from, local);
      return;
    }
    Path path = path(to);
    try (FSDataOutputStream out = system(path).create(path, true)) {
      try {
        Files.copy(from, out);
      } catch (IOException | RuntimeException e) {
        giveUp(out);
        throw e;
      }
    } catch (IOException e) {
      throw failed(to, "cannot be written", e);
    }
  }

  /**
   * Copies a local file without Hadoop, which would start a process to set the file's permissions.
   */
  private static void copy(java.nio.file.Path from, java.nio.file.Path to) {
    try {
      Files.createDirectories(to.getParent());
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw failed(to.toString(), "cannot be written", e);
    }
  }

  /** Aborts a stream, if closing it would publish an incomplete file in place of a complete one. */
  private static void giveUp(FSDataOutputStream out) {
    if (out.hasCapability(StreamCapabilities.ABORTABLE_STREAM)) {
      out.abort();
    }
  }

  /** Renames a file, replacing an older one. */
  public void move(String from, String to) {
    Path source = path(from);
    Path target = path(to);
    try {
      FileSystem system = system(target);
      if (!system.rename(source, target)) {
        system.delete(target, false);
        if (!system.rename(source, target)) {
          throw new NoSuchFileException(from);
        }
      }
    } catch (IOException e) {
      throw failed(to, "cannot be moved into place", e);
    }
  }

  /** Removes a file, or a folder with its contents, if it exists. */
  public void delete(String file) {
    Path path = path(file);
    try {
      system(path).delete(path, true);
    } catch (IOException e) {
      throw failed(file, "cannot be removed", e);
    }
  }

  private static FalconException failed(String file, String what, IOException e) {
    String reason = e.getMessage() == null ? e.toString() : e.getMessage();
    return new FalconException(
        file + ": " + what + ": " + reason.lines().findFirst().orElse(""), e);
  }

  /**
   * The properties of a file that take no reading.
   *
   * @param bytes the file's size
   * @param modified the time of its last modification, in milliseconds since 1970
   */
  public record FileState(long bytes, long modified) {}
}
