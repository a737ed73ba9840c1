// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads a tar once, from front to back, in the old, ustar, pax and GNU forms with long names and
 * large sizes.
 */
final class TarReader implements Closeable {
  private static final int MAX_EXTENSION_BYTES = 1 << 20;

  /**
   * The largest content that is allocated at once. Larger contents are allocated as the bytes
   * arrive, since a header may claim any size.
   */
  private static final int MAX_TRUSTED_BYTES = 1 << 20;

  private final InputStream input;
  private final byte[] block = new byte[TarHeader.BYTES];
  private long position;
  private long unreadContent;
  private long unreadPadding;

  /**
   * @param input the unpacked tar; closed with this reader
   */
  public TarReader(InputStream input) {
    this.input = input;
  }

  /**
   * Returns the header of the next member of any type; empty at the closing zero block.
   *
   * @throws BrokenTarException if the tar is truncated or not a tar; nothing can be read after that
   */
  public Optional<TarMember> next() throws BrokenTarException {
    skip(unreadContent + unreadPadding);
    unreadContent = 0;
    unreadPadding = 0;
    Optional<String> longName = Optional.empty();
    long longSize = -1;
    while (true) {
      long offset = position;
      if (!readHeader()) {
        throw BrokenTarException.betweenMembers(
            "the tar ends at byte " + position + " without its closing zero blocks: it may be cut");
      }
      TarHeader header = new TarHeader(block.clone());
      if (header.isZero()) {
        return Optional.empty();
      }
      long size = header.size();
      if (!header.isSound() || size < 0) {
        throw new BrokenTarException(
            "there is no tar header at byte " + offset + ": the file is broken or not a tar");
      }
      switch (header.type()) {
        case 'x' -> {
          String attributes = extension(size, offset);
          Optional<String> path = PaxAttributes.value(attributes, "path");
          longName = path.isEmpty() ? longName : path;
          Optional<String> length = PaxAttributes.value(attributes, "size");
          longSize = length.isEmpty() ? longSize : number(length.get(), offset);
        }
        case 'L' -> longName = Optional.of(withoutZeros(extension(size, offset)));
        case 'g', 'K' -> extension(size, offset);
        default -> {
          String name = longName.orElseGet(header::name);
          begin(longSize < 0 ? size : longSize);
          return Optional.of(
              new TarMember(name, isFile(header.type(), name), unreadContent, offset));
        }
      }
    }
  }

  /**
   * Returns the content of the member that {@link #next} returned last; its size must fit an array.
   */
  public byte[] content() throws BrokenTarException {
    int size = Math.toIntExact(unreadContent);
    byte[] content = new byte[Math.min(size, MAX_TRUSTED_BYTES)];
    int filled = 0;
    while (true) {
      int read = read(content, filled);
      filled += read;
      if (filled < content.length) {
        throw cut(size - filled);
      }
      if (filled == size) {
        unreadContent = 0;
        return content;
      }
      content = Arrays.copyOf(content, (int) Math.min(size, 2L * filled));
    }
  }

  @Override
  public void close() throws IOException {
    input.close();
  }

  private void begin(long size) {
    unreadContent = size;
    unreadPadding = -size & (TarHeader.BYTES - 1);
  }

  private static boolean isFile(char type, String name) {
    return (type == '0' || type == 0 || type == '7') && !name.endsWith("/");
  }

  private String extension(long size, long offset) throws BrokenTarException {
    if (size > MAX_EXTENSION_BYTES) {
      throw new BrokenTarException(
          "the extended header at byte "
              + offset
              + " claims "
              + size
              + " bytes: the tar is broken");
    }
    begin(size);
    byte[] bytes = content();
    skip(unreadPadding);
    unreadPadding = 0;
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static long number(String length, long offset) throws BrokenTarException {
    if (!length.matches("[0-9]{1,18}")) {
      throw new BrokenTarException(
          "the extended header at byte " + offset + " has the size '" + length + "'");
    }
    return Long.parseLong(length);
  }

  private static String withoutZeros(String name) {
    int end = name.indexOf('\0');
    return end < 0 ? name : name.substring(0, end);
  }

  /** Reads the next header; returns false at the end of the file. */
  private boolean readHeader() throws BrokenTarException {
    int read = read(block, 0);
    if (read > 0 && read < block.length) {
      throw cut(block.length - read);
    }
    return read > 0;
  }

  /** Fills the array from an offset on; fewer bytes are read at the end of the file. */
  private int read(byte[] target, int from) throws BrokenTarException {
    int total = 0;
    try {
      while (from + total < target.length) {
        int read = input.read(target, from + total, target.length - from - total);
        if (read < 0) {
          break;
        }
        total += read;
      }
    } catch (EOFException e) {
      // A truncated compressed stream throws at the position where a plain one ends.
      position += total;
      throw cut(target.length - from - total);
    } catch (IOException e) {
      throw new BrokenTarException(
          "it cannot be read after byte " + (position + total) + ": " + e.getMessage(), e);
    }
    position += total;
    return total;
  }

  private void skip(long count) throws BrokenTarException {
    try {
      input.skipNBytes(count);
      position += count;
    } catch (EOFException e) {
      throw new BrokenTarException(
          "the tar is cut: the member before byte " + (position + count) + " is incomplete", e);
    } catch (IOException e) {
      throw new BrokenTarException(
          "it cannot be read after byte " + position + ": " + e.getMessage(), e);
    }
  }

  private BrokenTarException cut(long missing) {
    return new BrokenTarException(
        "the tar is cut at byte " + position + ": " + missing + " bytes of the member are missing");
  }

  /**
   * The header of a member.
   *
   * @param name its path; components are separated by {@code /}
   * @param regular whether it is a file, not a folder, link or device
   * @param size the length of its content in bytes
   * @param offset the position of its header in the decompressed tar, in bytes
   */
  public record TarMember(String name, boolean regular, long size, long offset) {}
}
