package dev.falcon.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Which Falcon this is.
 *
 * @param version the Maven version, such as {@code 0.1.0}
 * @param commit the abbreviated git commit, with {@code -dirty} where the tree had changes; {@code
 *     unknown} where Falcon was built outside a git checkout
 */
public record BuildInfo(String version, String commit) {
  private static final BuildInfo CURRENT = read();

  /** The build that is running. */
  public static BuildInfo current() {
    return CURRENT;
  }

  private static BuildInfo read() {
    Properties properties = new Properties();
    try (InputStream in = BuildInfo.class.getResourceAsStream("build.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("build.properties is unreadable", e);
    }
    String commit = properties.getProperty("commit");
    // Outside a git checkout the placeholder stays as it was written.
    if (commit.isEmpty() || commit.startsWith("$")) {
      return new BuildInfo(properties.getProperty("version"), "unknown");
    }
    boolean dirty = Boolean.parseBoolean(properties.getProperty("dirty"));
    return new BuildInfo(properties.getProperty("version"), dirty ? commit + "-dirty" : commit);
  }
}
