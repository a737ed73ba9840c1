// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.falcon.data.FalconException;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.table.TableReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A footer is refused where it claims more than it can hold, before room is made for that. */
class ParquetFooterTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int CLAIM = 90_000_000;

  @TempDir private Path folder;

  /** Thrift's version 1, then the list of the schema's elements, or of a first one's name. */
  @ParameterizedTest
  @ValueSource(strings = {"15 02 19 fc", "15 02 19 1c 48"})
  void claimsAreWithinTheFooter(String head) throws IOException {
    ByteArrayOutputStream footer = new ByteArrayOutputStream();
    for (String octet : head.split(" ", -1)) {
      footer.write(Integer.parseInt(octet, 16));
    }
    for (int left = CLAIM; left > 0; left >>>= 7) {
      footer.write(left > 127 ? (left & 127) | 128 : left);
    }
    footer.write(new byte[20]);
    Path file = write(footer.toByteArray(), footer.size());

    refused(() -> TableReader.open(file).close(), file);
    refused(() -> SampleSources.open(file.toString()).forEach(sample -> {}, reject -> {}), file);
  }

  private static void refused(Runnable read, Path file) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    assertThatThrownBy(read::run)
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(file.toString());
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
        .as("bytes")
        .isBetween(0L, CLAIM / 4L);
  }

  @ParameterizedTest
  @CsvSource({"0", "-1", "25", "2147483647"})
  void aFooterIsWithinItsFile(int length) throws IOException {
    Path file = write(new byte[20], length);

    assertThatThrownBy(() -> TableReader.open(file).close())
        .isInstanceOf(FalconException.class)
        .hasMessage(
            file
                + ": truncated or damaged Parquet file: its footer would have "
                + length
                + " bytes; the file has 32");
  }

  private Path write(byte[] footer, int length) throws IOException {
    byte[] mark = "PAR1".getBytes(StandardCharsets.US_ASCII);
    return Files.write(
        folder.resolve("a.parquet"),
        ByteBuffer.allocate(footer.length + 12)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(mark)
            .put(footer)
            .putInt(length)
            .put(mark)
            .array());
  }
}
