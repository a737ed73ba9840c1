// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A column of strings of a table, for random access. A table can only be read sequentially, so the
 * first access copies the column into two unnamed memory-mapped files in the platform's temporary
 * folder. They take as much disk space as the strings plus 8 bytes per row, and hardly any heap,
 * and vanish with the process.
 */
final class PackedTexts implements TextColumn {
  /** The bit in an offset that marks a row without a string. */
  private static final long NULL = 1L << 63;

  private final Path file;
  private final String column;
  private volatile Packed packed;

  /** The concatenated strings, and their offsets. */
  private record Packed(FileWindows offsets, FileWindows texts) {}

  PackedTexts(Path file, String column) {
    this.file = file;
    this.column = column;
  }

  @Override
  public Optional<String> get(long row) {
    Packed strings = packed == null ? pack() : packed;
    long begin = strings.offsets().longAt(row * Long.BYTES);
    if ((begin & NULL) != 0) {
      return Optional.empty();
    }
    long end = strings.offsets().longAt((row + 1) * Long.BYTES) & ~NULL;
    byte[] text = new byte[(int) (end - begin)];
    strings.texts().read(begin, text);
    return Optional.of(new String(text, StandardCharsets.UTF_8));
  }

  private synchronized Packed pack() {
    if (packed != null) {
      return packed;
    }
    try (TableReader table = TableReader.open(file);
        FileChannel offsetFile = unnamedFile();
        FileChannel textFile = unnamedFile()) {
      OutputStream offsetOut =
          new BufferedOutputStream(Channels.newOutputStream(offsetFile), 1 << 16);
      OutputStream textOut = new BufferedOutputStream(Channels.newOutputStream(textFile), 1 << 16);
      DataOutputStream numbers = new DataOutputStream(offsetOut);
      int source = table.column(ColumnType.UTF8, column);
      long position = 0;
      while (table.next()) {
        Optional<String> text = table.findString(source);
        numbers.writeLong(Long.reverseBytes(text.isEmpty() ? position | NULL : position));
        if (text.isPresent()) {
          byte[] bytes = text.get().getBytes(StandardCharsets.UTF_8);
          textOut.write(bytes);
          position += bytes.length;
        }
      }
      numbers.writeLong(Long.reverseBytes(position));
      numbers.flush();
      textOut.flush();
      packed = new Packed(FileWindows.map(offsetFile, 0), FileWindows.map(textFile, 0));
      return packed;
    } catch (IOException e) {
      throw uncopied(file, column, e);
    }
  }

  /** Opens a new file that is removed when it is no longer used. */
  static FileChannel unnamedFile() throws IOException {
    Path file = Files.createTempFile("falcon-", ".texts");
    return FileChannel.open(
        file,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.DELETE_ON_CLOSE);
  }

  /** Returns the exception for a column that could not be copied. */
  static FalconException uncopied(Path file, String column, IOException e) {
    return new FalconException(
        file
            + ": column '"
            + column
            + "' cannot be copied to the temporary folder "
            + System.getProperty("java.io.tmpdir")
            + ": "
            + e.getMessage(),
        e);
  }
}
