package dev.falcon.data.internal.source;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.List;

/**
 * The folder or zip below which a table's image files lie. A path that leads out of it, by its
 * parts or by a link, is not followed.
 */
public final class ImageFolder {
  private final Path root;
  private final Path realRoot;
  private final long maxFileBytes;

  private ImageFolder(Path root, long maxFileBytes) throws IOException {
    this.root = root.toAbsolutePath().normalize();
    this.realRoot = root.toRealPath();
    this.maxFileBytes = maxFileBytes;
  }

  /**
   * A folder, or a zip file as the Hugging Face hub keeps the images of small datasets: what it
   * holds, or what the one folder holds of which it consists. A zip stays open to the process's
   * end.
   *
   * @throws RequestException if it is neither
   */
  public static ImageFolder open(Path root, long maxFileBytes) {
    if (!Files.isRegularFile(root) && !Files.isDirectory(root)) {
      throw new RequestException("image root " + root + " is not a folder and no zip file");
    }
    try {
      if (Files.isDirectory(root)) {
        return new ImageFolder(root, maxFileBytes);
      }
      FileSystem zip = FileSystems.newFileSystem(root);
      Path top = zip.getRootDirectories().iterator().next();
      List<Path> found = Folders.list(top);
      boolean packed = found.size() == 1 && Files.isDirectory(found.get(0));
      return new ImageFolder(packed ? found.get(0) : top, maxFileBytes);
    } catch (IOException | ProviderNotFoundException e) {
      throw new RequestException(
          "image root " + root + " is not a folder and no zip file: " + e.getMessage(), e);
    }
  }

  /** Whether there is such a file below the folder. */
  public boolean has(String path) throws BrokenRowException {
    return Files.isRegularFile(resolve(path));
  }

  /** Whether a file or folder that is there is in the folder wherever links lead. */
  public boolean holds(Path file) throws IOException {
    return file.toRealPath().startsWith(realRoot);
  }

  /** The bytes of the file of that path. */
  public byte[] read(String path) throws BrokenRowException {
    return read(path, false);
  }

  /** The bytes of the file of that path, which may have none if that is allowed. */
  public byte[] read(String path, boolean mayBeEmpty) throws BrokenRowException {
    Path file = resolve(path);
    try {
      if (!Files.isRegularFile(file)) {
        throw new BrokenRowException("there is no file '" + path + "' below the image root");
      }
      if (!holds(file)) {
        throw new BrokenRowException(
            "file '" + path + "' is a link that leads out of the image root; it is not followed");
      }
      long size = Files.size(file);
      if (size > maxFileBytes) {
        throw new BrokenRowException(
            "file '"
                + path
                + "' has "
                + size
                + " bytes, more than the "
                + maxFileBytes
                + " allowed");
      }
      if (size == 0 && !mayBeEmpty) {
        throw new BrokenRowException("file '" + path + "' has no bytes");
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new BrokenRowException("file '" + path + "' cannot be read: " + e.getMessage());
    }
  }

  /** The file of that path, there or not. */
  public Path resolve(String path) throws BrokenRowException {
    if (path.startsWith("http://") || path.startsWith("https://")) {
      throw new BrokenRowException(
          "the image is an address on the network, '" + path + "'; download the images first");
    }
    try {
      Path file = root.resolve(path).normalize();
      if (!file.startsWith(root)) {
        throw new BrokenRowException("image file '" + path + "' lies outside the image root");
      }
      return file;
    } catch (InvalidPathException e) {
      throw new BrokenRowException("'" + path + "' is no file name: " + e.getReason());
    }
  }
}
