// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams of vectors that another tool wrote, whole and damaged. */
class ArrowStreamTest {
  private static final int END = 8; // the marker and the zero that end a stream

  @TempDir private Path folder;
  private byte[] stream;
  private Path file;

  @BeforeEach
  void aStreamOfTwoBatches() throws IOException, URISyntaxException {
    Path written = Path.of(getClass().getResource("/other-tools/pyarrow-stream.arrow").toURI());
    stream = Files.readAllBytes(written);
    file = folder.resolve("stream.arrow");
  }

  @Test
  void aStreamThatIsCutIsRefusedUnlessItEndsWithAMessage() throws IOException {
    Set<Long> rows = new TreeSet<>();
    int whole = 0;
    for (int length = END; length <= stream.length; length++) {
      Files.write(file, Arrays.copyOf(stream, length));
      try {
        rows.add(EmbeddingStore.open(file).rows());
        whole++;
      } catch (FalconException e) {
        assertThat(e.getMessage()).startsWith(file.toString()).doesNotContain("\n");
      }
    }
    assertThat(rows).containsExactly(4L, 6L);
    assertThat(whole).isEqualTo(3);
  }

  @Test
  void itsVectorsAreReadInPlace() throws IOException {
    Files.write(file, stream);
    EmbeddingStore store = EmbeddingStore.open(file);
    assertThat(store.layout()).isEqualTo(StoreLayout.ARROW);
    assertThat(store.all().shards().get(0).vectors().image().isInFile()).isTrue();
    assertThat(store.caption(5)).contains("caption 5");
  }

  @Test
  void aMessageMustLieInTheFile() throws IOException {
    ByteBuffer.wrap(stream).order(ByteOrder.LITTLE_ENDIAN).putInt(4, Integer.MAX_VALUE);
    Files.write(file, stream);
    refused(": truncated or damaged Arrow file: a message claims 2147483655 bytes");
  }

  @Test
  void aStreamMustBeginWithItsColumns() throws IOException {
    Files.write(file, Arrays.copyOfRange(stream, stream.length - END, stream.length));
    refused(": truncated or damaged Arrow file: a stream that does not begin with its columns");
    int schema = 8 + ByteBuffer.wrap(stream).order(ByteOrder.LITTLE_ENDIAN).getInt(4);
    Files.write(file, Arrays.copyOfRange(stream, schema, stream.length));
    refused(": truncated or damaged Arrow file: a stream that does not begin with its columns");
  }

  private void refused(String reason) {
    assertThatThrownBy(() -> EmbeddingStore.open(file))
        .isInstanceOf(FalconException.class)
        .hasMessage(file + reason);
  }
}
