// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class ThumbnailTest {
  private static final Pattern PICTURE =
      Pattern.compile("<img alt=\"([^\"]*)\" src=\"data:image/png;base64,([^\"]*)\">\n");

  private final Thumbnail thumbnail = new Thumbnail(new ImageDecoder());

  /** What a browser would decode. */
  private static Raster shown(String markup) {
    Matcher matcher = PICTURE.matcher(markup);
    assertThat(matcher.matches()).as(markup).isTrue();
    return new ImageDecoder().decode(Base64.getDecoder().decode(matcher.group(2)));
  }

  private static byte[] png(int width, int height) {
    byte[] pixels = new byte[3 * width * height];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (byte) (i * 31);
    }
    return Png.encode(pixels, width, height);
  }

  @Test
  void keepsASmallPicture() {
    byte[] file = png(7, 5);

    Raster shown = shown(thumbnail.of(Optional.of(file), "a"));

    assertThat(shown.toBytes()).isEqualTo(new ImageDecoder().decode(file).toBytes());
  }

  @Test
  void shrinksALargeOneIntoItsBox() {
    Raster wide = shown(thumbnail.of(Optional.of(png(800, 600)), "a"));
    Raster thin = shown(thumbnail.of(Optional.of(png(1, 4000)), "a"));

    assertThat(wide.width()).isEqualTo(Thumbnail.SIDE);
    assertThat(wide.height()).isEqualTo(Thumbnail.SIDE * 3 / 4);
    assertThat(thin.width()).isEqualTo(1);
    assertThat(thin.height()).isEqualTo(Thumbnail.SIDE);
  }

  @Test
  void shrinksToTheMeanOfAnEvenColour() {
    byte[] pixels = new byte[3 * 500 * 400];
    Arrays.fill(pixels, (byte) 77);

    assertThat(shown(thumbnail.of(Optional.of(Png.encode(pixels, 500, 400)), "a")).toBytes())
        .containsOnly(77);
  }

  @Test
  void saysWhyThereIsNoPicture() {
    assertThat(thumbnail.of(Optional.empty(), "a"))
        .isEqualTo("<div class=\"none\">no image</div>\n");
    assertThat(thumbnail.of(Optional.of(new byte[] {'<', 'b', '>'}), "a"))
        .startsWith("<div class=\"none\">cannot be decoded: ")
        .doesNotContain("<b>", "base64");
    byte[] cut = Arrays.copyOf(png(300, 200), 40_000);
    assertThat(thumbnail.of(Optional.of(cut), "a"))
        .contains("cannot be decoded: ")
        .doesNotContain("base64");
  }

  @Test
  void doesNotDecodeTooManyPixels() {
    byte[] large = png(2, 2);
    ByteBuffer header = ByteBuffer.wrap(large).putInt(16, 13_400).putInt(20, 13_400); // the sides
    header.put(24, (byte) 1).put(25, (byte) 0); // a bit for each pixel
    CRC32 checksum = new CRC32();
    checksum.update(large, 12, 17);
    header.putInt(29, (int) checksum.getValue());

    assertThat(thumbnail.of(Optional.of(large), "a"))
        .contains("cannot be decoded: ", "13400 x 13400")
        .doesNotContain("base64");
  }

  @Test
  void namesThePictureForThoseWhoDoNotSeeIt() {
    assertThat(thumbnail.of(Optional.of(png(2, 2)), "a\"b"))
        .startsWith("<img alt=\"a&quot;b\" src=");
  }
}
