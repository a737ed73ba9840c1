// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.FileReads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.HadoopParquetConfiguration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.format.converter.ParquetMetadataConverter;

/**
 * Options for opening a file with a limit on what its footer may claim. By default, the library
 * allocates as many strings and list entries as the footer claims, up to 100 MB for a file of a few
 * bytes. With these options, no claim may exceed the footer's length.
 */
public final class ParquetFooter {
  private static final String MARK = "PAR1";
  private static final String ENCRYPTED = "PARE";

  /** The number of bytes after the footer: its length, which is an int, and the magic bytes. */
  private static final int END = Integer.BYTES + MARK.length();

  private ParquetFooter() {}

  /**
   * Returns the options for opening a file.
   *
   * @throws FalconException if the file does not start and end as a Parquet file does, or its
   *     footer does not lie within the file
   */
  public static ParquetReadOptions options(Path file) throws IOException {
    if (FileEnds.beginsWith(file, ENCRYPTED)) {
      throw encrypted(file, null);
    }
    FileEnds.require(file, MARK, MARK, "Parquet");
    ParquetConfiguration configuration = new HadoopParquetConfiguration(false);
    configuration.setInt(ParquetMetadataConverter.PARQUET_THRIFT_STRING_SIZE_LIMIT, length(file));
    return ParquetReadOptions.builder(configuration)
        .withCodecFactory(new ParquetCodecs(configuration))
        .build();
  }

  /** Returns the failure for a file of which all columns, or some, are encrypted. */
  static FalconException encrypted(Path file, Exception reason) {
    return new FalconException(
        file + ": is an encrypted Parquet file, for which there is no key here; write it plain",
        reason);
  }

  private static int length(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer end = ByteBuffer.allocate(END).order(ByteOrder.LITTLE_ENDIAN);
      FileReads.fill(channel, Math.max(0, channel.size() - END), end);
      int length = end.getInt(0);
      if (length <= 0 || length > channel.size() - END - MARK.length()) {
        throw new FalconException(
            String.format(
                Locale.ROOT,
                "%s: truncated or damaged Parquet file: its footer would have %d bytes; the file has %d",
                file,
                length,
                channel.size()));
      }
      return length;
    }
  }
}
