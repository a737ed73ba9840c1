// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Damage to a file: numbers of 64 bits, little-endian, are other ones. */
public final class Patch {
  private Patch() {}

  /** Changes the one place in the file where these numbers follow each other. */
  public static void longs(Path file, long[] from, long[] to) throws IOException {
    String whole = Files.readString(file, StandardCharsets.ISO_8859_1);
    assertThat(whole.indexOf(text(from))).isNotNegative().isEqualTo(whole.lastIndexOf(text(from)));
    Files.writeString(file, whole.replace(text(from), text(to)), StandardCharsets.ISO_8859_1);
  }

  private static String text(long[] numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES);
    bytes.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().put(numbers);
    return new String(bytes.array(), StandardCharsets.ISO_8859_1);
  }
}
