// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults.disk;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Map;
import java.util.Set;

/**
 * The default file system of a JVM that was started with {@code
 * -Djava.nio.file.spi.DefaultFileSystemProvider} of this class.
 */
public final class DiskProvider extends FileSystemProvider {
  private final FileSystemProvider real;
  private final DiskFileSystem system;

  /** Called by the JVM with the provider that it would use itself. */
  public DiskProvider(FileSystemProvider real) {
    this.real = real;
    this.system = new DiskFileSystem(this, real.getFileSystem(URI.create("file:///")));
  }

  @Override
  public String getScheme() {
    return real.getScheme();
  }

  @Override
  public FileSystem newFileSystem(URI address, Map<String, ?> environment) throws IOException {
    return real.newFileSystem(address, environment);
  }

  @Override
  public FileSystem getFileSystem(URI address) {
    return system;
  }

  @Override
  public Path getPath(URI address) {
    return new DiskPath(system, real.getPath(address));
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return newFileChannel(path, options, attributes);
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    Path file = DiskPath.real(path);
    boolean writes =
        options.contains(StandardOpenOption.WRITE) || options.contains(StandardOpenOption.APPEND);
    Disk.pass(writes ? Operation.OPEN_TO_WRITE : Operation.OPEN_TO_READ, file);
    return new DiskChannel(file, writes, real.newFileChannel(file, options, attributes));
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    Path file = DiskPath.real(folder);
    Disk.pass(Operation.OPEN_FOLDER, file);
    return new DiskFolder(
        file,
        real.newDirectoryStream(file, entry -> filter.accept(new DiskPath(system, entry))),
        entry -> new DiskPath(system, entry));
  }

  @Override
  public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
    real.createDirectory(passed(Operation.CREATE_FOLDER, folder), attributes);
  }

  @Override
  public void createSymbolicLink(Path link, Path target, FileAttribute<?>... attributes)
      throws IOException {
    real.createSymbolicLink(
        passed(Operation.OPEN_TO_WRITE, link), DiskPath.real(target), attributes);
  }

  @Override
  public void createLink(Path link, Path existing) throws IOException {
    real.createLink(passed(Operation.OPEN_TO_WRITE, link), DiskPath.real(existing));
  }

  @Override
  public Path readSymbolicLink(Path link) throws IOException {
    return new DiskPath(system, real.readSymbolicLink(passed(Operation.ATTRIBUTES, link)));
  }

  @Override
  public void delete(Path path) throws IOException {
    Path file = DiskPath.real(path);
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      Disk.pass(Operation.REMOVE, file);
    }
    real.delete(file);
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    real.copy(passed(Operation.COPY, source), DiskPath.real(target), options);
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    real.move(DiskPath.real(source), passed(Operation.MOVE, target), options);
  }

  @Override
  public boolean isSameFile(Path one, Path other) throws IOException {
    return real.isSameFile(passed(Operation.ATTRIBUTES, one), DiskPath.real(other));
  }

  @Override
  public boolean isHidden(Path path) throws IOException {
    return real.isHidden(passed(Operation.ATTRIBUTES, path));
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    return real.getFileStore(passed(Operation.ATTRIBUTES, path));
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    real.checkAccess(passed(Operation.ATTRIBUTES, path), modes);
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return real.getFileAttributeView(DiskPath.real(path), type, options);
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    return real.readAttributes(passed(Operation.ATTRIBUTES, path), type, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
      throws IOException {
    return real.readAttributes(passed(Operation.ATTRIBUTES, path), names, options);
  }

  @Override
  public void setAttribute(Path path, String name, Object value, LinkOption... options)
      throws IOException {
    real.setAttribute(passed(Operation.WRITE, path), name, value, options);
  }

  private static Path passed(Operation operation, Path path) throws IOException {
    Path file = DiskPath.real(path);
    Disk.pass(operation, file);
    return file;
  }
}
