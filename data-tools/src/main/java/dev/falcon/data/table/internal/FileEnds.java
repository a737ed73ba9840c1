package dev.falcon.data.table.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.FileReads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Checks the magic bytes at the start and the end of files, which reveal truncation at once. */
public final class FileEnds {
  private FileEnds() {}

  /** Throws unless the file starts and ends with the marks. */
  public static void require(Path file, String begin, String end, String format)
      throws IOException {
    if (!beginsWith(file, begin)) {
      throw new FalconException(file + ": is not a file in " + format + " format");
    }
    try (FileChannel channel = FileChannel.open(file)) {
      if (channel.size() < begin.length() + end.length()
          || !read(channel, channel.size() - end.length(), end.length()).equals(end)) {
        throw new FalconException(
            file
                + ": truncated: "
                + channel.size()
                + " bytes that do not end as a file in "
                + format
                + " format does");
      }
    }
  }

  /** Returns whether the file starts with the mark. */
  public static boolean beginsWith(Path file, String mark) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      return read(channel, 0, mark.length()).equals(mark);
    }
  }

  private static String read(FileChannel channel, long position, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    FileReads.fill(channel, position, bytes);
    return new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
  }
}
