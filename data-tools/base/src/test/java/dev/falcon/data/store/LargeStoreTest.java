// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store beyond what one memory map holds; its files have holes and take hardly any disk. */
class LargeStoreTest {
  private static final int DIMENSION = 192;
  private static final long ROWS = 6_000_000;
  private static final int HEADER_BYTES = 128;

  @TempDir private Path folder;

  @Test
  void rowsAtTheEdgesOfTheMapsAreReadWhole() throws IOException {
    long rowBytes = DIMENSION * 4L;
    long[] rows = {
      0,
      (1L << 30) / rowBytes - 1,
      (1L << 30) / rowBytes,
      (1L << 31) / rowBytes,
      3_000_000,
      ROWS - 1
    };
    write(folder.resolve("img_emb/img_emb_0.npy"), rows, 1);
    write(folder.resolve("text_emb/text_emb_0.npy"), rows, 2);

    EmbeddingStore store = EmbeddingStore.open(folder);
    float[] image = new float[rows.length * DIMENSION];
    float[] text = new float[rows.length * DIMENSION];
    store.readRows(rows, 0, rows.length, image, text);

    assertThat(store.rows()).isEqualTo(ROWS);
    for (int i = 0; i < rows.length; i++) {
      float[] expectedImage = vector(i, 1);
      float[] expectedText = vector(i, 2);
      for (int k = 0; k < DIMENSION; k++) {
        assertThat(image[i * DIMENSION + k]).as("row %d", rows[i]).isEqualTo(expectedImage[k]);
        assertThat(text[i * DIMENSION + k]).as("row %d", rows[i]).isEqualTo(expectedText[k]);
      }
    }
  }

  /** A unit vector of its own for every row and side. */
  private static float[] vector(int index, int side) {
    float[] vector = new float[DIMENSION];
    vector[0] = 0.6f;
    vector[DIMENSION - 1] = side == 1 ? 0.8f : -0.8f;
    vector[1 + index] = 1e-3f;
    return vector;
  }

  private static void write(Path file, long[] rows, int side) throws IOException {
    Files.createDirectories(file.getParent());
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      String text =
          String.format(
              Locale.ROOT,
              "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }",
              ROWS,
              DIMENSION);
      ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
      header.put((byte) 0x93).put("NUMPY\u0001\u0000".getBytes(StandardCharsets.ISO_8859_1));
      header.putShort((short) (HEADER_BYTES - 10));
      header.put(text.getBytes(StandardCharsets.ISO_8859_1));
      while (header.hasRemaining()) {
        header.put((byte) (header.remaining() == 1 ? '\n' : ' '));
      }
      channel.write(header.flip(), 0);
      for (int i = 0; i < rows.length; i++) {
        ByteBuffer bytes = ByteBuffer.allocate(DIMENSION * 4).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(vector(i, side));
        channel.write(bytes, HEADER_BYTES + rows[i] * DIMENSION * 4);
      }
    }
  }
}
