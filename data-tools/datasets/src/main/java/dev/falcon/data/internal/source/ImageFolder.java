// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The root folder or zip of a table's image files. A path that leads out of it, by its parts or by
 * a link, is not followed.
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
   * Opens a folder or a zip file.
   *
   * @throws RequestException if the root is neither
   */
  public static ImageFolder open(Path root, long maxFileBytes) {
    try {
      return new ImageFolder(Folders.orZip(root), maxFileBytes);
    } catch (IOException e) {
      throw new RequestException(root + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns whether there is such a file in the folder. */
  public boolean has(String path) throws BrokenRowException {
    Path file = resolve(path);
    try {
      return Folders.isFile(file);
    } catch (RuntimeException e) {
      throw damaged(path, e);
    }
  }

  /** Returns whether an existing file or folder lies in this folder once links are followed. */
  public boolean holds(Path file) throws IOException {
    return file.toRealPath().startsWith(realRoot);
  }

  /** Returns the bytes of the file at a path; refuses an empty file. */
  public byte[] read(String path) throws BrokenRowException {
    return read(path, false);
  }

  /** Returns the bytes of the file at a path, which may be empty if {@code mayBeEmpty}. */
  public byte[] read(String path, boolean mayBeEmpty) throws BrokenRowException {
    Path file = resolve(path);
    try {
      if (!Folders.isFile(file)) {
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
      return root.getFileSystem() == FileSystems.getDefault()
          ? Files.readAllBytes(file)
          : unpacked(file, path, size);
    } catch (IOException e) {
      throw new BrokenRowException("file '" + path + "' cannot be read: " + e.getMessage());
    } catch (RuntimeException e) {
      throw damaged(path, e);
    }
  }

  /** Reads a file from a zip; it may be longer than the zip's directory states. */
  private static byte[] unpacked(Path file, String path, long size)
      throws IOException, BrokenRowException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes((int) Math.min(size, Integer.MAX_VALUE - 8));
      if (in.read() >= 0) {
        throw new BrokenRowException(
            "file '" + path + "' unpacks to more than the " + size + " bytes that the zip claims");
      }
      return bytes;
    }
  }

  private static BrokenRowException damaged(String path, RuntimeException e) {
    return new BrokenRowException(
        "file '" + path + "' cannot be read: the zip's directory is damaged (" + e + ")");
  }

  /** Returns the file at a path, whether or not it exists. */
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
