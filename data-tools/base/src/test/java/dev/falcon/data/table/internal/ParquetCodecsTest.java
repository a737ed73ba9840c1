// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4HadoopStreams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files in the older LZ4, which Hadoop frames and others do not. */
class ParquetCodecsTest {
  private static final int ROWS = 40_000;
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType("message m { required int64 a; }");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rowsInLz4AreRead(boolean framed) throws IOException {
    Path file = written(framed);

    try (TableReader table = TableReader.open(file)) {
      int column = table.column(ColumnType.INT64, "a");
      for (int row = 0; row < ROWS; row++) {
        assertThat(table.next()).isTrue();
        assertThat(table.getLong(column)).isEqualTo(row / 7);
      }
      assertThat(table.next()).isFalse();
    }
  }

  @Test
  void aDamagedPageIsRefusedByFile() throws IOException {
    Path file = written(true);
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, 40, 80, (byte) 0xff);
    Files.write(file, bytes);

    try (TableReader table = TableReader.open(file)) {
      table.column(ColumnType.INT64, "a");
      assertThatThrownBy(table::next)
          .isInstanceOf(FalconException.class)
          .hasMessageStartingWith(file + ": ");
    }
  }

  @Test
  void aCodecWithoutALibraryIsNamed() throws IOException {
    Path file = written(true);
    byte[] bytes = Files.readAllBytes(file);
    // In the footer the codec follows the path of the column: a list of one text of one letter.
    byte[] column = {0x19, 0x18, 1, 'a', 0x15};
    int at = indexOf(bytes, column) + column.length;
    assertThat(bytes[at]).as("LZ4, zigzag").isEqualTo((byte) 10);
    bytes[at] = 8; // BROTLI
    Files.write(file, bytes);

    assertThatThrownBy(() -> TableReader.open(file))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            file
                + ": column 'a' is packed with BROTLI, which cannot be read here; pack it with"
                + " Zstandard, Snappy, GZIP or LZ4");
  }

  private static int indexOf(byte[] bytes, byte[] part) {
    for (int at = 0; at + part.length <= bytes.length; at++) {
      if (Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
        return at;
      }
    }
    throw new AssertionError("not there: " + new String(part, StandardCharsets.ISO_8859_1));
  }

  private Path written(boolean framed) throws IOException {
    Path file = folder.resolve("a.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(SCHEMA)
            .withDictionaryEncoding(false)
            .withCompressionCodec(CompressionCodecName.LZ4)
            .withCodecFactory(new Packing(framed))
            .build()) {
      for (int row = 0; row < ROWS; row++) {
        SimpleGroup group = new SimpleGroup(SCHEMA);
        group.add("a", (long) (row / 7));
        writer.write(group);
      }
    }
    return file;
  }

  /** Writes LZ4 as Hadoop does, or as a bare block. */
  @SuppressWarnings("deprecation") // of the base class, for which there is no other yet
  private static final class Packing extends CodecFactory {
    private final boolean framed;

    Packing(boolean framed) {
      super(new PlainParquetConfiguration(), 0);
      this.framed = framed;
    }

    @Override
    protected BytesCompressor createCompressor(CompressionCodecName codec) {
      return new BytesCompressor() {
        @Override
        public BytesInput compress(BytesInput page) throws IOException {
          byte[] plain = page.toByteArray();
          return BytesInput.from(framed ? frames(plain) : block(plain));
        }

        @Override
        public CompressionCodecName getCodecName() {
          return codec;
        }

        @Override
        public void release() {}
      };
    }

    private static byte[] frames(byte[] plain) throws IOException {
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (OutputStream out = new Lz4HadoopStreams().createOutputStream(packed)) {
        out.write(plain);
      }
      return packed.toByteArray();
    }

    private static byte[] block(byte[] plain) {
      Lz4Compressor compressor = new Lz4Compressor();
      byte[] packed = new byte[compressor.maxCompressedLength(plain.length)];
      int length = compressor.compress(plain, 0, plain.length, packed, 0, packed.length);
      return Arrays.copyOf(packed, length);
    }
  }
}
