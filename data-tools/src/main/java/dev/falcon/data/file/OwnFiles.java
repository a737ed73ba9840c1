package dev.falcon.data.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The files within Falcon's own jars. */
public final class OwnFiles {
  private OwnFiles() {}

  /** Makes a value of a file's bytes. */
  @FunctionalInterface
  public interface Parser<T> {
    T parse(byte[] bytes) throws IOException;
  }

  /** Reads a file's text, as {@link #read}. */
  public static String text(Class<?> beside, String name) {
    return read(beside, name, bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /**
   * Reads a file.
   *
   * @param beside the class that the file lies beside
   * @param name its name, or from a slash on its whole path
   * @throws UncheckedIOException where it is not there, or not what it should be: the build is
   *     broken, and there is nothing that a user could mend
   */
  public static <T> T read(Class<?> beside, String name, Parser<T> parser) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      return parser.parse(in == null ? new byte[0] : in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(name + " of Falcon's own files cannot be read", e);
    }
  }
}
