// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Decoders and resize against Pillow, to the byte, over formats, modes, filters and sizes. */
class PillowGoldenTest {
  private final ImageDecoder decoder = new ImageDecoder();
  private final Resampler resampler = new Resampler();

  @Test
  void decodesEveryFormatAndModeAsPillowDoes() {
    List<Golden.Row> rows = rows(false);
    assertThat(rows).hasSizeGreaterThan(60);
    for (Golden.Row row : rows) {
      requireEqual(row, decoder.decode(Golden.file(row.file())));
    }
  }

  @Test
  void resizesEveryModeByEveryFilterAsPillowDoes() {
    List<Golden.Row> rows = rows(true);
    assertThat(rows).hasSizeGreaterThan(500);
    for (Golden.Row row : rows) {
      Raster source = decoder.decode(Golden.file(row.file()));
      ResampleFilter filter = ResampleFilter.valueOf(row.filter());
      requireEqual(row, resampler.resize(source, row.width(), row.height(), filter));
    }
  }

  private static List<Golden.Row> rows(boolean resized) {
    return Golden.rows().stream().filter(row -> resized != row.filter().equals("-")).toList();
  }

  private static void requireEqual(Golden.Row row, Raster raster) {
    assertThat(raster.mode()).as(row.toString()).isEqualTo(PixelMode.valueOf(row.mode()));
    assertThat(raster.width()).as(row.toString()).isEqualTo(row.width());
    assertThat(raster.height()).as(row.toString()).isEqualTo(row.height());
    assertThat(sha(raster.toBytes())).as(row.toString()).isEqualTo(row.sha());
    assertThat(sha(RgbConversion.of(raster).toBytes())).as(row.toString()).isEqualTo(row.rgbSha());
  }

  private static String sha(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
