// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RandomStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** Bytes from anywhere are decoded or refused with a reason; nothing else may happen. */
class BrokenPictureTest {
  /** What may stand behind the last pixel: checksums, end markers. */
  private static final int TRAILING_BYTES = 24;

  private final ImageDecoder decoder = new ImageDecoder();

  @Test
  void refusesNoBytes() {
    assertThatThrownBy(() -> decoder.decode(new byte[0]))
        .isInstanceOf(ImageException.class)
        .hasMessage("the picture has no bytes");
  }

  @Test
  void refusesBytesThatAreNoPictureAndShowsTheirStart() {
    byte[] page = "<html>404</html>".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> decoder.decode(page))
        .isInstanceOf(ImageException.class)
        .hasMessage(
            "not a JPEG, PNG, WebP, GIF or BMP picture: it begins with the bytes 3c68746d6c3e3430");
  }

  @Test
  void refusesEveryFormatCutInTheMiddle() {
    for (String name : stills()) {
      byte[] file = Golden.file(name);
      byte[] half = Arrays.copyOf(file, file.length / 2);
      assertThatThrownBy(() -> decoder.decode(half)).as(name).isInstanceOf(ImageException.class);
    }
  }

  @Test
  void refusesAJpegWithoutItsEnd() {
    byte[] file = Golden.file("jpeg-rgb.jpg");
    byte[] cut = Arrays.copyOf(file, file.length - 2);
    assertThatThrownBy(() -> decoder.decode(cut))
        .isInstanceOf(ImageException.class)
        .hasMessage("the JPEG is cut short");
  }

  @Test
  void refusesEveryFormatBeyondThePixelLimit() {
    ImageDecoder strict = new ImageDecoder(2);
    for (String name : files()) {
      assertThatThrownBy(() -> strict.decode(Golden.file(name)))
          .as(name)
          .isInstanceOf(ImageException.class)
          .hasMessageContaining("the limit is 2");
    }
  }

  /** One bit for each pixel, so that decoding it would take 22 MB. */
  @Test
  void refusesTooManyPixelsByTheHeader() {
    ByteBuffer png = ByteBuffer.allocate(8 + 25 + 12);
    png.put("\u0089PNG\r\n\u001a\n".getBytes(StandardCharsets.ISO_8859_1));
    png.putInt(13).put("IHDR".getBytes(StandardCharsets.ISO_8859_1));
    png.putInt(13_400).putInt(13_400).put(new byte[] {1, 0, 0, 0, 0});
    CRC32 crc = new CRC32();
    crc.update(png.array(), 12, 17);
    png.putInt((int) crc.getValue());

    assertThatThrownBy(() -> decoder.decode(png.array()))
        .isInstanceOf(ImageException.class)
        .hasMessage("the header says 13400 x 13400 pixels; the limit is 178956970");
  }

  @Test
  void refusesAPngWhosePaletteIsBroken() {
    byte[] file = Golden.file("png-palette.png");
    int palette = new String(file, StandardCharsets.ISO_8859_1).indexOf("PLTE");
    file[palette + 10]++;
    assertThatThrownBy(() -> decoder.decode(file))
        .isInstanceOf(ImageException.class)
        .hasMessage("the PNG chunk PLTE is broken: its checksum is wrong");
  }

  @Test
  void givesAPictureOrAReasonForAnyChangeOfAnyByte() {
    RandomStream random = RandomStream.of(7, "broken pictures");
    ImageDecoder small = new ImageDecoder(1_000_000);
    int refused = 0;
    int tries = 0;
    for (String name : files()) {
      for (int i = 0; i < 40; i++) {
        byte[] file = Golden.file(name);
        for (int change = 0; change <= i % 3; change++) {
          file[random.nextInt(file.length)] = (byte) random.nextInt(256);
        }
        refused += outcome(small, file).isEmpty() ? 1 : 0;
        tries++;
      }
    }
    assertThat(refused).isBetween(tries / 20, tries - tries / 20);
  }

  @Test
  void refusesAnyPrefixThatLacksPixels() {
    for (String name : stills()) {
      byte[] file = Golden.file(name);
      for (int length = 0; length < file.length; length += 7) {
        Optional<Raster> prefix = outcome(decoder, Arrays.copyOf(file, length));
        boolean trailing = file.length - length < TRAILING_BYTES;
        assertThat(prefix.isPresent() && !trailing).as(name + " to " + length).isFalse();
      }
    }
  }

  /** The picture, or nothing where it is refused; anything else that is thrown fails the test. */
  private static Optional<Raster> outcome(ImageDecoder decoder, byte[] file) {
    try {
      return Optional.of(decoder.decode(file));
    } catch (ImageException e) {
      assertThat(e).hasMessageMatching("[a-zA-Z].{9,}");
      return Optional.empty();
    }
  }

  private static List<String> files() {
    return Golden.rows().stream().map(Golden.Row::file).distinct().toList();
  }

  /** The files of which no half holds all pixels. */
  private static List<String> stills() {
    return files().stream().filter(name -> !name.equals("gif-animated.gif")).toList();
  }
}
