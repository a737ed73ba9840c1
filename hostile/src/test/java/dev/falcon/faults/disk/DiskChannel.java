// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** An open file. */
final class DiskChannel extends FileChannel {
  private final Path file;
  private final boolean writes;
  private final FileChannel real;

  DiskChannel(Path file, boolean writes, FileChannel real) {
    this.file = file;
    this.writes = writes;
    this.real = real;
  }

  /** What moves bytes between a buffer and the file. */
  @FunctionalInterface
  private interface Transfer {
    int move(ByteBuffer buffer) throws IOException;
  }

  /** The JDK's own reader of zips takes a short read for the end of the file. */
  private int piece(int asked) {
    return file.toString().endsWith(".zip") ? asked : Disk.piece(asked);
  }

  /** Moves at most as much as the disk likes. */
  private int inPieces(ByteBuffer buffer, Transfer transfer) throws IOException {
    int limit = buffer.limit();
    buffer.limit(buffer.position() + piece(buffer.remaining()));
    try {
      return transfer.move(buffer);
    } finally {
      buffer.limit(limit);
    }
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    return Disk.passRead(file) ? inPieces(target, real::read) : -1;
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    return Disk.passRead(file) ? inPieces(target, part -> real.read(part, position)) : -1;
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
    return Disk.passRead(file) ? real.read(targets, offset, length) : -1;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    Disk.pass(Operation.WRITE, file);
    return inPieces(source, real::write);
  }

  @Override
  public int write(ByteBuffer source, long position) throws IOException {
    Disk.pass(Operation.WRITE, file);
    return inPieces(source, part -> real.write(part, position));
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
    Disk.pass(Operation.WRITE, file);
    return real.write(sources, offset, length);
  }

  @Override
  public long position() throws IOException {
    return real.position();
  }

  @Override
  public FileChannel position(long position) throws IOException {
    real.position(position);
    return this;
  }

  @Override
  public long size() throws IOException {
    return real.size();
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    Disk.pass(Operation.WRITE, file);
    real.truncate(size);
    return this;
  }

  @Override
  public void force(boolean metadata) throws IOException {
    Disk.pass(Operation.WRITE, file);
    real.force(metadata);
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
    return Disk.passRead(file) ? real.transferTo(position, count, target) : 0;
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long position, long count)
      throws IOException {
    Disk.pass(Operation.WRITE, file);
    return real.transferFrom(source, position, count);
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
    Disk.pass(Operation.MAP, file);
    return real.map(mode, position, size);
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) throws IOException {
    Disk.pass(Operation.LOCK, file);
    return real.lock(position, size, shared);
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) throws IOException {
    Disk.pass(Operation.LOCK, file);
    return real.tryLock(position, size, shared);
  }

  @Override
  protected void implCloseChannel() throws IOException {
    real.close();
    if (writes) {
      Disk.pass(Operation.CLOSE, file);
    }
  }
}
