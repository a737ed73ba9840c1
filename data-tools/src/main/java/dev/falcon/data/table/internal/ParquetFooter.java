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
 * Options for opening a file: the library allocates as many texts and list entries as a footer
 * claims, up to 100 MB of them in a file of a few bytes. Here no claim exceeds the footer's length.
 */
public final class ParquetFooter {
  private static final String MARK = "PAR1";

  /** The footer's length, which is an int, and the mark after it. */
  private static final int END = Integer.BYTES + MARK.length();

  private ParquetFooter() {}

  /**
   * The options for opening a file.
   *
   * @throws FalconException if it does not start and end as Parquet does, or its footer is not
   *     within the file
   */
  public static ParquetReadOptions options(Path file) throws IOException {
    FileEnds.require(file, MARK, MARK, "Parquet");
    ParquetConfiguration configuration = new HadoopParquetConfiguration(false);
    configuration.setInt(ParquetMetadataConverter.PARQUET_THRIFT_STRING_SIZE_LIMIT, length(file));
    return ParquetReadOptions.builder(configuration)
        .withCodecFactory(new ParquetCodecs(configuration))
        .build();
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
