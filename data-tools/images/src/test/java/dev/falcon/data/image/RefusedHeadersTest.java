// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole files that say of themselves what no picture of their format is. */
class RefusedHeadersTest {
  private static final String START_OF_FRAME = "ffc00011";
  private static final String START_OF_SCAN = "ffda000c";
  private static final String HUFFMAN_TABLE = "ffc4";

  static Stream<Arguments> headers() {
    return Stream.of(
        arguments("a PNG header of 12 bytes", png(4, 4, 8, 2, 0, 0)),
        arguments("a PNG of compression 1, filter 0, interlace 0", png(4, 4, 8, 2, 1, 0, 0)),
        arguments("a PNG of compression 0, filter 0, interlace 2", png(4, 4, 8, 2, 0, 0, 2)),
        arguments("a PNG of colour type 5 with 8 bits a sample", png(4, 4, 8, 5, 0, 0, 0)),
        arguments("a PNG of colour type 2 with 4 bits a sample", png(4, 4, 4, 2, 0, 0, 0)),
        arguments("the header says 0 x 4 pixels", png(0, 4, 8, 2, 0, 0, 0)),
        arguments("a GIF without a frame", gif("3b")),
        arguments("a GIF with codes of 0 bits", gif("2c 0000 0000 0100 0100 00 00")),
        arguments("a GIF with codes of 12 bits", gif("2c 0000 0000 0100 0100 00 0c")),
        arguments("a BMP with a palette of 300 colours", bmp(300)),
        arguments("a BMP with a palette of -1 colours", bmp(-1)),
        arguments("a JPEG of more than one frame", jpegWithTwoFrames()),
        arguments("a JPEG of more scans than components", jpegWithTwoScans()),
        arguments(
            "a JPEG of fractional sampling factors", changedJpeg(START_OF_FRAME, 11, 0x31, 0x21)),
        arguments("the JPEG's Huffman table is broken", changedJpeg(HUFFMAN_TABLE, 5, 2, 0, 0)),
        arguments("an animated WebP without a whole frame", animationWithoutFrame()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("headers")
  void areRefusedWithTheirValue(String message, byte[] file) {
    assertThatThrownBy(() -> new ImageDecoder().decode(file))
        .isInstanceOf(ImageException.class)
        .hasMessage(message);
  }

  /** Signature and header: width, height, then as many single bytes as there are. */
  private static byte[] png(int width, int height, int... rest) {
    int length = 8 + rest.length;
    ByteBuffer file = ByteBuffer.allocate(8 + 12 + length + 12);
    file.put("\u0089PNG\r\n\u001a\n".getBytes(StandardCharsets.ISO_8859_1));
    file.putInt(length).put("IHDR".getBytes(StandardCharsets.ISO_8859_1));
    file.putInt(width).putInt(height);
    for (int value : rest) {
      file.put((byte) value);
    }
    CRC32 crc = new CRC32();
    crc.update(file.array(), 12, 4 + length);
    return file.putInt((int) crc.getValue()).array();
  }

  /** A screen of one pixel without a palette, and blocks. */
  private static byte[] gif(String blocks) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes("GIF89a".getBytes(StandardCharsets.US_ASCII));
    file.writeBytes(HexFormat.of().parseHex("01000100000000"));
    file.writeBytes(HexFormat.of().parseHex(blocks.replace(" ", "")));
    return file.toByteArray();
  }

  /** One pixel of eight bits, with room for its row. */
  private static byte[] bmp(int colours) {
    ByteBuffer file = ByteBuffer.allocate(58).order(ByteOrder.LITTLE_ENDIAN);
    file.put("BM".getBytes(StandardCharsets.US_ASCII)).putInt(58).putInt(0).putInt(54);
    file.putInt(40).putInt(1).putInt(1).putShort((short) 1).putShort((short) 8);
    return file.putInt(46, colours).array();
  }

  private static byte[] jpegWithTwoFrames() {
    byte[] file = Golden.file("jpeg-rgb.jpg");
    int frame = find(file, START_OF_FRAME);
    return joined(Arrays.copyOf(file, frame + 19), Arrays.copyOfRange(file, frame, file.length));
  }

  /** Single bytes changed, the first so far behind the mark, the others each three further. */
  private static byte[] changedJpeg(String mark, int offset, int... values) {
    byte[] file = Golden.file("jpeg-rgb.jpg");
    int at = find(file, mark) + offset;
    for (int i = 0; i < values.length; i++) {
      file[at + 3 * i] = (byte) values[i];
    }
    return file;
  }

  /** A canvas of one pixel, and a frame that is cut behind its head. */
  private static byte[] animationWithoutFrame() {
    ByteBuffer file = ByteBuffer.allocate(54).order(ByteOrder.LITTLE_ENDIAN);
    file.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(46);
    file.put("WEBPVP8X".getBytes(StandardCharsets.US_ASCII)).putInt(10).put((byte) 2);
    return file.put(30, "ANMF".getBytes(StandardCharsets.US_ASCII)).putInt(34, 17).array();
  }

  private static byte[] jpegWithTwoScans() {
    byte[] file = Golden.file("jpeg-rgb.jpg");
    byte[] withoutEnd = Arrays.copyOf(file, file.length - 2);
    int scan = find(file, START_OF_SCAN);
    return joined(withoutEnd, Arrays.copyOfRange(file, scan, file.length));
  }

  private static int find(byte[] file, String mark) {
    return HexFormat.of().formatHex(file).indexOf(mark) / 2;
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] file = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, file, first.length, second.length);
    return file;
  }
}
