// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** The allowance of a file, lowered to that of a file of no length and 1 KiB. */
class ExpansionTest {
  private final Expansion expansion = new Expansion(0, 1024);

  private static byte[] packed(int bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(new byte[bytes]);
    }
    return packed.toByteArray();
  }

  @Test
  void aFileThatUnpacksToMoreIsRefused() throws IOException {
    byte[] large = packed(2048);
    assertThatThrownBy(() -> Compression.gunzip(large, 1 << 20, expansion))
        .isInstanceOf(BrokenRowException.class)
        .hasMessageContaining("unpacks to more than 256 times its length and 1 KiB");
  }

  /** A compressed member of a compressed file counts with it. */
  @Test
  void allLevelsShareTheAllowance() throws Exception {
    byte[] member = packed(400);
    try (InputStream outer = expansion.counted(new ByteArrayInputStream(new byte[400]))) {
      assertThat(outer.skip(399)).isEqualTo(399);
      assertThat(outer.read()).isZero();
    }
    assertThat(Compression.gunzip(member, 1 << 20, expansion)).hasSize(400);
    assertThatThrownBy(() -> Compression.gunzip(member, 1 << 20, expansion))
        .isInstanceOf(BrokenRowException.class)
        .hasMessageContaining("unpacks to more than");
  }
}
