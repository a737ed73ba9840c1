// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Patch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrow files of a store whose record batch is not where or what its heads say. */
class DamagedArrowTest {
  private static final int ROWS = 5;
  private static final int DIMENSION = 7;

  /** Behind three buffers of each text column, and the validity of the lists and of their items. */
  private static final int IMAGE_COMPONENTS = 3 * 3 + 2;

  @TempDir private Path folder;
  private Path part;
  private ArrowBlock block;

  @BeforeEach
  void aStore() throws IOException {
    StoreFixture.random(ROWS, DIMENSION)
        .write(
            folder, StoreFixture.options(StoreLayout.ARROW, VectorType.FLOAT32, DIMENSION, ROWS));
    part = folder.resolve("part-00000.arrow");
    try (BufferAllocator allocator = new RootAllocator();
        ArrowFileReader reader = new ArrowFileReader(FileChannel.open(part), allocator)) {
      block = reader.getRecordBlocks().get(0);
    }
  }

  @Test
  void aHeadIsAsLongAsAHeadMustBe() throws IOException {
    Patch.longs(
        part,
        new long[] {block.getOffset(), block.getMetadataLength(), block.getBodyLength()},
        new long[] {block.getOffset(), 4, block.getBodyLength()});

    refused(": truncated or damaged Arrow file: a record batch's head cannot be that long");
  }

  @Test
  void buffersLieInTheirBatch() throws IOException {
    Buffer buffer = imageComponents();
    Patch.longs(
        part,
        new long[] {buffer.offset(), buffer.length()},
        new long[] {buffer.offset() + 1, buffer.length()});

    refused(
        ": truncated or damaged Arrow file: a record batch with buffers outside its body, or not aligned");
  }

  @Test
  void vectorsAreThereForEveryRow() throws IOException {
    Buffer buffer = imageComponents();
    Patch.longs(
        part,
        new long[] {buffer.offset(), buffer.length()},
        new long[] {buffer.offset(), buffer.length() - 1});

    refused(": damaged: column 'image_embedding' is shorter than its rows");
  }

  @Test
  void aCompressedFileIsNoPartOfAStore() throws IOException {
    Path compressed = folder.resolve("compressed.arrow");
    try (BufferAllocator allocator = new RootAllocator();
        ArrowFileReader reader = new ArrowFileReader(FileChannel.open(part), allocator);
        FileChannel channel =
            FileChannel.open(compressed, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        ArrowFileWriter writer =
            new ArrowFileWriter(
                reader.getVectorSchemaRoot(),
                null,
                channel,
                null,
                IpcOption.DEFAULT,
                new Unchanged(),
                CodecType.ZSTD)) {
      reader.loadNextBatch();
      writer.writeBatch();
    }
    Files.delete(part);
    Files.move(compressed, part);

    refused(": is compressed; write an Arrow file uncompressed, or as Parquet");
  }

  private Buffer imageComponents() throws IOException {
    ByteBuffer head =
        ByteBuffer.wrap(
                Files.readAllBytes(part),
                (int) block.getOffset() + 8,
                block.getMetadataLength() - 8)
            .slice()
            .order(ByteOrder.LITTLE_ENDIAN);
    RecordBatch batch = (RecordBatch) Message.getRootAsMessage(head).header(new RecordBatch());
    return batch.buffers(IMAGE_COMPONENTS);
  }

  private void refused(String message) {
    assertThatThrownBy(() -> EmbeddingStore.open(folder))
        .isInstanceOf(FalconException.class)
        .hasMessage(part + message);
  }

  /** Says that it compresses, and leaves the bytes as they are. */
  private static final class Unchanged implements CompressionCodec, CompressionCodec.Factory {
    @Override
    public ArrowBuf compress(BufferAllocator allocator, ArrowBuf buffer) {
      return buffer;
    }

    @Override
    public ArrowBuf decompress(BufferAllocator allocator, ArrowBuf buffer) {
      return buffer;
    }

    @Override
    public CodecType getCodecType() {
      return CodecType.ZSTD;
    }

    @Override
    public CompressionCodec createCodec(CodecType type) {
      return this;
    }

    @Override
    public CompressionCodec createCodec(CodecType type, int level) {
      return this;
    }
  }
}
