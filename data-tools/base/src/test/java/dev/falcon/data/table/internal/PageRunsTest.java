// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.DirectByteBufferAllocator;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForInteger;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the library's own writers write is accepted, and claims beyond it are refused. */
class PageRunsTest {
  private static final int COUNT = 100_000;
  private static final DirectByteBufferAllocator MEMORY = new DirectByteBufferAllocator();

  /** A number in groups of seven bits: 2^28 - 1. */
  private static final byte[] MANY = {(byte) 0xff, (byte) 0xff, (byte) 0xff, 0x7f};

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 17})
  void runsAreAccepted(int width) throws IOException {
    RunLengthBitPackingHybridEncoder runs =
        new RunLengthBitPackingHybridEncoder(width, 64, COUNT * 4, MEMORY);
    for (int i = 0; i < COUNT; i++) {
      runs.writeInt(i / 1000 % 2 == 0 ? 1 : i * 7919 & ((1 << width) - 1));
    }
    ByteBuffer values = buffer(runs.toBytes());

    assertThatCode(() -> PageRuns.requireRuns(values, width)).doesNotThrowAnyException();
  }

  @Test
  void blocksAreAccepted() throws IOException {
    ValuesWriter numbers = new DeltaBinaryPackingValuesWriterForInteger(64, COUNT * 8, MEMORY);
    ValuesWriter texts = new DeltaByteArrayWriter(64, COUNT * 8, MEMORY);
    for (int i = 0; i < COUNT; i++) {
      numbers.writeInteger(i % 1000 == 0 ? i * 31 : i);
      texts.writeBytes(Binary.fromString("a name that begins like others " + i * 31));
    }
    ByteBuffer first = buffer(numbers.getBytes());
    ByteBuffer second = buffer(texts.getBytes());

    assertThatCode(
            () -> {
              PageRuns.require(Encoding.DELTA_BINARY_PACKED, first, COUNT);
              PageRuns.require(Encoding.DELTA_BYTE_ARRAY, second, COUNT);
            })
        .doesNotThrowAnyException();
  }

  @Test
  void aRunOfMoreThanThereCanBeIsRefused() {
    assertThatThrownBy(() -> PageRuns.requireRuns(ByteBuffer.wrap(MANY), 4))
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessageContaining("a run in it claims 1073741816 values");
  }

  @Test
  void blocksOfMoreThanThePageAreRefused() {
    ByteBuffer values = ByteBuffer.allocate(9).put((byte) 64).put((byte) 4).put(MANY);

    assertThatThrownBy(() -> PageRuns.require(Encoding.DELTA_BINARY_PACKED, values.rewind(), COUNT))
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessageContaining("its blocks of 64 claim 268435455 values");
  }

  private static ByteBuffer buffer(BytesInput bytes) throws IOException {
    return bytes.toInputStream().slice(Math.toIntExact(bytes.size()));
  }
}
