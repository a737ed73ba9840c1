// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.FileReads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.Schema;

/**
 * Checks the start and the end of files before a library opens them: the magic bytes, which reveal
 * truncation at once, and the fields of Arrow files.
 */
public final class FileEnds {
  private static final String ARROW = "ARROW1";

  /** The marker with which the first message of an Arrow stream starts; it has no magic bytes. */
  private static final String CONTINUATION = "\u00ff\u00ff\u00ff\u00ff";

  private FileEnds() {}

  /**
   * Throws unless the file is an Arrow file or stream whose fields lie within at most 64 others.
   * Arrow's reader calls itself for every level, and in a damaged file a field may lie within
   * itself.
   *
   * @return whether it is a stream
   */
  public static boolean requireArrow(Path file) throws IOException {
    boolean stream = beginsWith(file, CONTINUATION);
    if (!stream) {
      require(file, ARROW, ARROW, "Arrow IPC");
    }
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer head = head(channel, stream);
      Nesting nesting = new Nesting(file, head.limit());
      schema(head, stream).ifPresent(nesting::require);
    } catch (IndexOutOfBoundsException e) {
      return stream; // Arrow's reader, which reads in this order, fails here, too, and says why
    }
    return stream;
  }

  /** Returns the failure for an Arrow file that the library cannot read. */
  public static FalconException unreadable(Path file, Exception reason) {
    String said = String.valueOf(reason.getMessage());
    return new FalconException(
        said.startsWith("Library only supports 128-bit")
            ? file + ": has decimals of 32 or 64 bits, which cannot be read here; cast them to 128"
            : file + ": truncated or damaged Arrow file: " + said,
        reason);
  }

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

  /**
   * Returns a file's footer or a stream's first message; empty if it claims an impossible length.
   */
  private static ByteBuffer head(FileChannel channel, boolean stream) throws IOException {
    int ending = Integer.BYTES + ARROW.length();
    ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    FileReads.fill(channel, stream ? Integer.BYTES : channel.size() - ending, length);
    int claimed = length.getInt(0);
    boolean possible = claimed > 0 && claimed <= channel.size() - ending;
    ByteBuffer head = ByteBuffer.allocate(possible ? claimed : 0).order(ByteOrder.LITTLE_ENDIAN);
    FileReads.fill(channel, stream ? 2 * Integer.BYTES : channel.size() - ending - claimed, head);
    return head.flip();
  }

  private static Optional<Schema> schema(ByteBuffer head, boolean stream) {
    if (!stream) {
      return Optional.ofNullable(Footer.getRootAsFooter(head).schema());
    }
    Message message = Message.getRootAsMessage(head);
    return message.headerType() == MessageHeader.Schema
        ? Optional.ofNullable((Schema) message.header(new Schema()))
        : Optional.empty();
  }

  /** Follows the fields of a schema, of which there are at most as many as it has bytes. */
  private static final class Nesting {
    private static final int MOST_LEVELS = 64;

    private final Path file;
    private final int bytes;
    private int fields;

    Nesting(Path file, int bytes) {
      this.file = file;
      this.bytes = bytes;
    }

    void require(Schema schema) {
      for (int i = 0; i < schema.fieldsLength(); i++) {
        require(schema.fields(i), 1);
      }
    }

    void require(Field field, int level) {
      fields++; // no more than there are bytes, or fields are reached by several ways
      if (level > MOST_LEVELS || fields > bytes) {
        throw new FalconException(
            file
                + ": damaged Arrow file: its fields lie within each other without an end, or more"
                + " than "
                + MOST_LEVELS
                + " deep");
      }
      for (int i = 0; i < field.childrenLength(); i++) {
        require(field.children(i), level + 1);
      }
    }
  }
}
