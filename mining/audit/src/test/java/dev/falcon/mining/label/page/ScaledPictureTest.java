// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.Png;
import dev.falcon.data.image.Raster;
import dev.falcon.data.image.RgbConversion;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaledPictureTest {
  /** Slow waves of colour with some noise, as a photo has them // [height x width x 3] */
  private static byte[] photo(int width, int height) {
    RandomStream random = RandomStream.of(1, "photo");
    byte[] samples = new byte[3 * width * height];
    for (int i = 0; i < samples.length; i++) {
      int pixel = i / 3;
      int line = pixel / width;
      double x = (double) (pixel % width) / width;
      double y = (double) line / height;
      double wave = Math.sin(7 * x + 5 * y + i % 3) + 0.5 * Math.sin(31 * x - 23 * y);
      samples[i] = (byte) Math.round(128 + 70 * wave + 6 * (random.nextDouble() - 0.5));
    }
    return samples;
  }

  private static byte[] png(int width, int height) {
    return Png.encode(photo(width, height), width, height);
  }

  private static byte[] jpeg(int width, int height) throws IOException {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    image
        .createGraphics()
        .drawImage(ImageIO.read(new ByteArrayInputStream(png(width, height))), 0, 0, null);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(image, "jpeg", bytes);
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @CsvSource({
    "png, 3000, 1500, 768, 384",
    "jpeg, 1000, 4000, 192, 768",
    "jpeg, 769, 10, 768, 10",
    "png, 5000, 1, 768, 1"
  })
  void aLargePictureIsMadeSmaller(String form, int width, int height, int newWidth, int newHeight)
      throws IOException {
    byte[] mailed =
        ScaledPicture.of(form.equals("png") ? png(width, height) : jpeg(width, height))
            .orElseThrow();

    assertThat(LabelPictures.type(mailed)).contains("image/jpeg");
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(mailed));
    assertThat(image.getWidth()).isEqualTo(newWidth);
    assertThat(image.getHeight()).isEqualTo(newHeight);
    assertThat(mailed.length).isLessThan(120_000);
  }

  /** The middle of 4 x 4 old pixels is where a pixel of the smaller picture lies. */
  @Test
  void theColoursStay() throws IOException {
    byte[] large = png(3072, 1536);
    Raster before = RgbConversion.of(new ImageDecoder().decode(large));
    Raster after =
        RgbConversion.of(new ImageDecoder().decode(ScaledPicture.of(large).orElseThrow()));
    byte[] old = before.toBytes();
    byte[] young = after.toBytes();
    double error = 0;
    for (int i = 0; i < young.length; i++) {
      int x = 4 * (i / 3 % 768) + 2;
      int y = 4 * (i / 3 / 768) + 2;
      error += Math.abs((young[i] & 255) - (old[3 * (y * 3072 + x) + i % 3] & 255));
    }
    assertThat(error / young.length).isLessThan(4);
  }

  @Test
  void aSmallPictureStaysAsItIs() throws IOException {
    for (byte[] file : new byte[][] {png(768, 768), jpeg(768, 3)}) {
      assertThat(ScaledPicture.of(file).orElseThrow()).isSameAs(file);
    }
  }

  @Test
  void aPictureOfUnknownSizeIsNotMailed() throws IOException {
    assertThat(ScaledPicture.of("GIF89a".getBytes(StandardCharsets.US_ASCII))).isEmpty();
    assertThat(ScaledPicture.of(new byte[0])).isEmpty();
    assertThat(ScaledPicture.of(Arrays.copyOf(png(900, 900), 1000))).isEmpty();
  }

  /** An EXIF segment of two entries, the second of which is the orientation. */
  private static byte[] turned(byte[] jpeg, String order, int orientation) throws IOException {
    ByteArrayOutputStream exif = new ByteArrayOutputStream();
    exif.writeBytes("Exif\0\0".getBytes(StandardCharsets.US_ASCII));
    boolean big = order.equals("MM");
    exif.writeBytes(order.getBytes(StandardCharsets.US_ASCII));
    number(exif, big, 42, 2);
    number(exif, big, 8, 4);
    number(exif, big, 2, 2);
    number(exif, big, 0x0100, 2);
    number(exif, big, 4, 2);
    number(exif, big, 1, 4);
    number(exif, big, 640, 4);
    number(exif, big, 0x0112, 2);
    number(exif, big, 3, 2);
    number(exif, big, 1, 4);
    number(exif, big, orientation, 2);
    number(exif, big, 0, 2);
    number(exif, big, 0, 4);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.write(jpeg, 0, 2);
    file.write(0xFF);
    file.write(0xE1);
    number(file, true, exif.size() + 2, 2);
    file.writeBytes(exif.toByteArray());
    file.write(jpeg, 2, jpeg.length - 2);
    return file.toByteArray();
  }

  private static void number(ByteArrayOutputStream out, boolean big, int value, int bytes) {
    for (int i = 0; i < bytes; i++) {
      out.write(value >> (8 * (big ? bytes - 1 - i : i)));
    }
  }

  /** Browsers turn a picture by its EXIF: the smaller one must be turned in the same way. */
  @ParameterizedTest
  @CsvSource({"MM, 6", "II, 6", "II, 8", "MM, 3"})
  void aTurnedPhotoStaysTurned(String order, int orientation) throws IOException {
    byte[] file = turned(jpeg(1600, 800), order, orientation);
    assertThat(ScaledPicture.orientation(file)).isEqualTo(orientation);

    byte[] mailed = ScaledPicture.of(file).orElseThrow();

    assertThat(ScaledPicture.orientation(mailed)).isEqualTo(orientation);
    assertThat(ImageIO.read(new ByteArrayInputStream(mailed)).getWidth()).isEqualTo(768);
  }

  @Test
  void damagedExifTurnsNothing() throws IOException {
    byte[] jpeg = jpeg(1600, 800);
    byte[] file = turned(jpeg, "II", 6);
    assertThat(ScaledPicture.orientation(jpeg)).isEqualTo(1);
    assertThat(ScaledPicture.orientation(turned(jpeg, "II", 9))).isEqualTo(1);
    for (int length = 0; length < 60; length++) {
      assertThat(ScaledPicture.orientation(Arrays.copyOf(file, length))).isIn(1, 6);
    }
    byte[] far = file.clone();
    Arrays.fill(far, 16, 20, (byte) 0xFF); // where the directory would lie
    assertThat(ScaledPicture.orientation(far)).isEqualTo(1);
    assertThat(ScaledPicture.of(far)).isPresent();
  }
}
