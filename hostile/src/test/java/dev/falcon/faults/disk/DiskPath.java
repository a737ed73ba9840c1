// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults.disk;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;

/** A path of the real file system whose operations go by way of {@link Disk}. */
final class DiskPath implements Path {
  private final DiskFileSystem system;
  private final Path real;

  DiskPath(DiskFileSystem system, Path real) {
    this.system = system;
    this.real = real;
  }

  static Path real(Path path) {
    if (path instanceof DiskPath disk) {
      return disk.real;
    }
    throw new ProviderMismatchException();
  }

  private Path wrap(Path path) {
    return path == null ? null : new DiskPath(system, path);
  }

  @Override
  public FileSystem getFileSystem() {
    return system;
  }

  @Override
  public boolean isAbsolute() {
    return real.isAbsolute();
  }

  @Override
  public Path getRoot() {
    return wrap(real.getRoot());
  }

  @Override
  public Path getFileName() {
    return wrap(real.getFileName());
  }

  @Override
  public Path getParent() {
    return wrap(real.getParent());
  }

  @Override
  public int getNameCount() {
    return real.getNameCount();
  }

  @Override
  public Path getName(int index) {
    return wrap(real.getName(index));
  }

  @Override
  public Path subpath(int begin, int end) {
    return wrap(real.subpath(begin, end));
  }

  @Override
  public boolean startsWith(Path other) {
    return other instanceof DiskPath disk && real.startsWith(disk.real);
  }

  @Override
  public boolean endsWith(Path other) {
    return other instanceof DiskPath disk && real.endsWith(disk.real);
  }

  @Override
  public Path normalize() {
    return wrap(real.normalize());
  }

  @Override
  public Path resolve(Path other) {
    return wrap(real.resolve(real(other)));
  }

  @Override
  public Path relativize(Path other) {
    return wrap(real.relativize(real(other)));
  }

  @Override
  public URI toUri() {
    return real.toUri();
  }

  @Override
  public Path toAbsolutePath() {
    return wrap(real.toAbsolutePath());
  }

  @Override
  public Path toRealPath(LinkOption... options) throws IOException {
    Disk.pass(Operation.ATTRIBUTES, real);
    return wrap(real.toRealPath(options));
  }

  @Override
  public WatchKey register(
      WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers)
      throws IOException {
    return real.register(watcher, events, modifiers);
  }

  @Override
  public int compareTo(Path other) {
    return real.compareTo(real(other));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DiskPath disk && real.equals(disk.real);
  }

  @Override
  public int hashCode() {
    return real.hashCode();
  }

  @Override
  public String toString() {
    return real.toString();
  }
}
