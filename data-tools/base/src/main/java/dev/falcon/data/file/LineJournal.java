// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;

/**
 * A file to which whole lines are only added. A line that cannot be written, for example because
 * the disk is full, is taken back, so that the next line does not continue it. A last line that is
 * incomplete because the process ended does not count, and is removed before the next is added.
 * Thread-safe.
 */
public final class LineJournal implements AutoCloseable {
  private static final int BLOCK = 1 << 13;

  private final Path file;
  private final FileChannel channel;
  private long end;
  private boolean damaged;

  private LineJournal(Path file, FileChannel channel, long end) {
    this.file = file;
    this.channel = channel;
    this.end = end;
  }

  /** Opens a file for adding lines; creates it if it is missing. */
  public static LineJournal open(Path file) {
    return open(
        file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  /** Opens a file that exists for adding lines. */
  public static LineJournal reopen(Path file) {
    return open(file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  private static LineJournal open(Path file, Set<StandardOpenOption> options) {
    try {
      FileChannel channel = FileChannel.open(file, options);
      try {
        long end = wholeLines(channel);
        if (end < channel.size()) {
          channel.truncate(end);
        }
        channel.position(end);
        return new LineJournal(file, channel, end);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw unwritten(file, e);
    }
  }

  /** Returns the complete lines of a file, in UTF-8, without their ends. */
  public static List<String> lines(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      int whole = bytes.length;
      while (whole > 0 && bytes[whole - 1] != '\n') {
        whole--;
      }
      return new String(bytes, 0, whole, StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns the length of all complete lines, in bytes. */
  private static long wholeLines(FileChannel channel) throws IOException {
    ByteBuffer block = ByteBuffer.allocate(BLOCK);
    for (long last = channel.size(); last > 0; last -= BLOCK) {
      long first = Math.max(0, last - BLOCK);
      block.clear().limit((int) (last - first));
      while (block.hasRemaining()) {
        if (channel.read(block, first + block.position()) < 0) {
          throw new IOException("it became shorter");
        }
      }
      for (int at = block.position(); at > 0; at--) {
        if (block.get(at - 1) == '\n') {
          return first + at;
        }
      }
    }
    return 0;
  }

  /** Adds a line. */
  public synchronized void add(String line) {
    add(line, false);
  }

  /** Adds a line, and returns once it is on the disk. */
  public synchronized void addForced(String line) {
    add(line, true);
  }

  private void add(String line, boolean forced) {
    if (damaged) {
      throw new FalconException(
          file + ": cannot be written: an earlier line was not written; start the command again");
    }
    ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      if (forced) {
        channel.force(false);
      }
      end += bytes.limit();
    } catch (IOException e) {
      takeBack(e);
      throw unwritten(file, e);
    }
  }

  /** Removes what was written after the last complete line. */
  private void takeBack(IOException cause) {
    try {
      channel.truncate(end).position(end);
    } catch (IOException e) {
      damaged = true; // the next run removes it
      cause.addSuppressed(e);
    }
  }

  /** Returns once all added lines are on the disk; other threads may add lines meanwhile. */
  public void force() {
    try {
      channel.force(false);
    } catch (IOException e) {
      throw unwritten(file, e);
    }
  }

  private static FalconException unwritten(Path file, IOException cause) {
    return new FalconException(file + ": cannot be written: " + cause.getMessage(), cause);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be closed: " + e.getMessage(), e);
    }
  }
}
