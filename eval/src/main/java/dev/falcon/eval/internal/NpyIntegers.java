package dev.falcon.eval.internal;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the {@code .npy} member of a sample: a list of whole numbers that NumPy wrote. */
final class NpyIntegers {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final Pattern TYPE = Pattern.compile("'descr'\\s*:\\s*'([<>|=])([iu])([1248])'");
  private static final Pattern SHAPE =
      Pattern.compile("'shape'\\s*:\\s*\\(\\s*(\\d+)\\s*,?\\s*\\)");

  private NpyIntegers() {}

  /**
   * The numbers.
   *
   * @throws IllegalArgumentException if the bytes are something else; the message says what
   */
  static long[] read(byte[] file) {
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    try {
      for (byte expected : MAGIC) {
        if (bytes.get() != expected) {
          throw new IllegalArgumentException("the .npy is not a file of NumPy's");
        }
      }
      int version = bytes.get();
      bytes.get();
      int length = version == 1 ? Short.toUnsignedInt(bytes.getShort()) : bytes.getInt();
      byte[] header = new byte[length];
      bytes.get(header);
      return numbers(new String(header, StandardCharsets.ISO_8859_1), bytes);
    } catch (BufferUnderflowException | NegativeArraySizeException e) {
      throw new IllegalArgumentException("the .npy ends too early", e);
    }
  }

  private static long[] numbers(String header, ByteBuffer bytes) {
    Matcher type = TYPE.matcher(header);
    Matcher shape = SHAPE.matcher(header);
    if (!type.find() || !shape.find()) {
      throw new IllegalArgumentException(
          "the .npy must hold one row of whole numbers; its header is " + header.strip());
    }
    bytes.order(type.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    int width = Integer.parseInt(type.group(3));
    int count = Integer.parseInt(shape.group(1));
    if ((long) count * width > bytes.remaining()) {
      throw new IllegalArgumentException("the .npy ends too early");
    }
    boolean signed = type.group(2).equals("i");
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = number(bytes, width, signed);
    }
    return numbers;
  }

  private static long number(ByteBuffer bytes, int width, boolean signed) {
    return switch (width) {
      case 1 -> signed ? bytes.get() : Byte.toUnsignedInt(bytes.get());
      case 2 -> signed ? bytes.getShort() : Short.toUnsignedInt(bytes.getShort());
      case 4 -> signed ? bytes.getInt() : Integer.toUnsignedLong(bytes.getInt());
      default -> bytes.getLong();
    };
  }
}
