// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lz4.Lz4Decompressor;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The library's codecs, and {@code LZ4} without the native codec that Hadoop needs for it. Under
 * that name, Hadoop writes blocks preceded by their lengths, and other tools have written a bare
 * block; both are read.
 */
@SuppressWarnings("deprecation") // of the base class, which has no replacement yet
final class ParquetCodecs extends CodecFactory {
  ParquetCodecs(ParquetConfiguration configuration) {
    super(configuration, 0);
  }

  @Override
  protected BytesDecompressor createDecompressor(CompressionCodecName codec) {
    return codec == CompressionCodecName.LZ4 ? new Lz4Pages() : super.createDecompressor(codec);
  }

  private static final class Lz4Pages extends BytesDecompressor {
    private final Lz4Decompressor blocks = new Lz4Decompressor();

    @Override
    public BytesInput decompress(BytesInput page, int length) throws IOException {
      byte[] packed = page.toByteArray();
      byte[] plain = new byte[length];
      if (!isFramed(packed, plain) && block(packed, 0, packed.length, plain, 0) != length) {
        throw new IOException("a page in LZ4 does not unpack to " + length + " bytes");
      }
      return BytesInput.from(plain);
    }

    /**
     * Unpacks Hadoop's frames, each a length followed by blocks that are preceded by their packed
     * lengths; returns false if the data have another form.
     */
    private boolean isFramed(byte[] packed, byte[] plain) {
      ByteBuffer input = ByteBuffer.wrap(packed);
      int done = 0;
      while (input.remaining() >= 2 * Integer.BYTES) {
        int end = done + input.getInt();
        if (end < done || end > plain.length) {
          return false;
        }
        while (done < end && input.remaining() >= Integer.BYTES) {
          int length = input.getInt();
          if (length <= 0 || length > input.remaining()) {
            return false;
          }
          int unpacked = block(packed, input.position(), length, plain, done);
          if (unpacked <= 0) {
            return false;
          }
          done += unpacked;
          input.position(input.position() + length);
        }
      }
      return done == plain.length && !input.hasRemaining();
    }

    /** Unpacks a block and returns its length; -1 if the bytes are not a block. */
    private int block(byte[] packed, int from, int length, byte[] plain, int to) {
      try {
        return blocks.decompress(packed, from, length, plain, to, plain.length - to);
      } catch (MalformedInputException e) {
        return -1;
      }
    }

    @Override
    public void decompress(ByteBuffer page, int packedLength, ByteBuffer plain, int length)
        throws IOException {
      byte[] packed = new byte[packedLength];
      page.get(packed);
      plain.put(decompress(BytesInput.from(packed), length).toByteArray());
    }

    @Override
    public void release() {}
  }
}
