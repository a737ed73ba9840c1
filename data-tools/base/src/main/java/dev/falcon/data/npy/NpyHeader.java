// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.npy;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.FileReads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The header of a {@code .npy} file, versions 1 to 3. Its elements follow in C order; files in
 * Fortran order, of big-endian numbers, of pickled objects or of records are refused.
 *
 * @param type the elements' type
 * @param shape the length of each dimension; empty for a single value
 * @param dataOffset the position of the first element, in bytes from the beginning of the file
 */
public record NpyHeader(NpyType type, List<Long> shape, long dataOffset) {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int ALIGNMENT = 64;
  private static final int MAX_HEADER_BYTES = 1 << 20;
  private static final Pattern DESCRIPTOR = Pattern.compile("'descr'\\s*:\\s*(\\[|'([^']*)')");
  private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
  private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([0-9L,\\s]*)\\)");

  private static final Pattern EXTENT = Pattern.compile("[0-9]{1,18}");

  public NpyHeader {
    shape = List.copyOf(shape);
  }

  /** Reads a file's header and checks that the file holds all elements. */
  public static NpyHeader read(Path file) {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer beginning = ByteBuffer.allocate((int) Math.min(channel.size(), MAX_HEADER_BYTES));
      FileReads.fill(channel, 0, beginning);
      return parse(file.toString(), beginning.flip(), channel.size());
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Parses the header of an array.
   *
   * @param name the file's name, for messages
   * @param beginning the file's first bytes, including the whole header
   * @param size the size of the whole file in bytes
   */
  public static NpyHeader parse(String name, ByteBuffer beginning, long size) {
    ByteBuffer bytes = beginning.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.remaining() < MAGIC.length + 2) {
      throw new FalconException(name + ": truncated: " + size + " bytes are no .npy file");
    }
    byte[] magic = new byte[MAGIC.length];
    bytes.get(magic);
    if (!Arrays.equals(magic, MAGIC)) {
      throw new FalconException(name + ": is not a .npy file");
    }
    int version = bytes.get();
    bytes.get();
    if (version < 1 || version > 3) {
      throw new FalconException(
          name + ": .npy version " + version + " is not known; versions 1 to 3 are");
    }
    int lengthBytes = version == 1 ? 2 : 4;
    if (bytes.remaining() < lengthBytes) {
      throw new FalconException(name + ": truncated within the header");
    }
    int length = version == 1 ? Short.toUnsignedInt(bytes.getShort()) : bytes.getInt();
    if (length < 0 || bytes.remaining() < length) {
      throw new FalconException(name + ": truncated within the header");
    }
    byte[] text = new byte[length];
    bytes.get(text);
    Charset charset = version == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
    NpyHeader header =
        new NpyHeader(
            parseType(name, new String(text, charset)),
            parseShape(name, new String(text, charset)),
            MAGIC.length + 2L + lengthBytes + length);
    header.requireWhole(name, size);
    return header;
  }

  /** Returns the number of elements. */
  public long elements() {
    return shape.stream().reduce(1L, Math::multiplyExact);
  }

  /** Returns the header's bytes, as version 1 with the data at a multiple of 64 bytes. */
  byte[] encode() {
    String extents = shape.stream().map(String::valueOf).collect(Collectors.joining(", "));
    String tuple = shape.size() == 1 ? "(" + extents + ",)" : "(" + extents + ")";
    String text =
        "{'descr': '" + type.descriptor() + "', 'fortran_order': False, 'shape': " + tuple + ", }";
    int preamble = MAGIC.length + 4;
    int total = (int) dataOffset;
    ByteBuffer bytes = ByteBuffer.allocate(total).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) (total - preamble));
    bytes.put(text.getBytes(StandardCharsets.ISO_8859_1));
    while (bytes.position() < total - 1) {
      bytes.put((byte) ' ');
    }
    return bytes.put((byte) '\n').array();
  }

  /** Returns a header for writing, with room for the first dimension to grow to any length. */
  static NpyHeader toWrite(NpyType type, List<Long> shape) {
    return new NpyHeader(type, shape, 2L * ALIGNMENT);
  }

  private void requireWhole(String name, long size) {
    long wanted;
    try {
      wanted = Math.addExact(dataOffset, Math.multiplyExact(elements(), (long) type.bytes()));
    } catch (ArithmeticException e) {
      throw new FalconException(name + ": the shape " + shape + " is impossibly large", e);
    }
    if (size < wanted) {
      throw new FalconException(
          name
              + ": truncated: "
              + size
              + " bytes where shape "
              + shape
              + " of "
              + type.descriptor()
              + " needs "
              + wanted);
    }
  }

  private static NpyType parseType(String name, String header) {
    Matcher descriptor = DESCRIPTOR.matcher(header);
    Matcher order = ORDER.matcher(header);
    if (!descriptor.find() || !order.find()) {
      throw new FalconException(name + ": damaged .npy header: " + header.strip());
    }
    String type = descriptor.group(2);
    if (type == null) {
      throw new FalconException(name + ": holds records; expected an array of plain numbers");
    }
    if (type.contains("O")) {
      throw new FalconException(
          name + ": holds pickled Python objects; save an array of plain numbers instead");
    }
    if (type.startsWith(">")) {
      throw new FalconException(
          name + ": holds big-endian numbers (" + type + "); save little-endian ones instead");
    }
    if (order.group(1).equals("True")) {
      throw new FalconException(
          name + ": is in Fortran order; save numpy.ascontiguousarray of it instead");
    }
    for (NpyType known : NpyType.values()) {
      if (known.descriptor().equals(type.replace('=', '<'))) {
        return known;
      }
    }
    throw new FalconException(name + ": elements of type '" + type + "' are not supported");
  }

  private static List<Long> parseShape(String name, String header) {
    Matcher matcher = SHAPE.matcher(header);
    if (!matcher.find()) {
      throw new FalconException(name + ": damaged .npy header: " + header.strip());
    }
    List<Long> shape = new ArrayList<>();
    for (String extent : matcher.group(1).replace("L", "").split(",", -1)) {
      if (EXTENT.matcher(extent.strip()).matches()) {
        shape.add(Long.parseLong(extent.strip()));
      } else if (!extent.isBlank()) {
        throw new FalconException(
            name + ": damaged .npy header: '" + extent.strip() + "' is no extent of an array");
      }
    }
    return shape;
  }
}
