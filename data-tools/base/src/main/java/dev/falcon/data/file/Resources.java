// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The resources of Falcon's own jars. */
public final class Resources {
  private Resources() {}

  /** Converts a file's bytes. */
  @FunctionalInterface
  public interface Parser<T> {
    T parse(byte[] bytes) throws IOException;
  }

  /** Reads a file's text, like {@link #read}. */
  public static String text(Class<?> beside, String name) {
    return read(beside, name, bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /**
   * Reads a file.
   *
   * @param beside a class in the file's folder
   * @param name the file's name, or its whole path with a leading slash
   * @throws UncheckedIOException if the file is missing or invalid, which means that the build is
   *     broken
   */
  public static <T> T read(Class<?> beside, String name, Parser<T> parser) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      return parser.parse(in == null ? new byte[0] : in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(name + " of Falcon's own files cannot be read", e);
    }
  }
}
