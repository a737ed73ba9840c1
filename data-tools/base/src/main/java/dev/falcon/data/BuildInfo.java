// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import java.util.Locale;
import java.util.ResourceBundle;

/**
 * The running build of Falcon.
 *
 * @param version the Maven version, such as {@code 0.2.0}
 * @param commit the abbreviated git commit, with {@code -dirty} if the working tree had changes;
 *     {@code unknown} if Falcon was built outside a git checkout
 */
public record BuildInfo(String version, String commit) {
  private static final BuildInfo CURRENT = read();

  /** Returns the build that is running. */
  public static BuildInfo current() {
    return CURRENT;
  }

  private static BuildInfo read() {
    ResourceBundle properties =
        ResourceBundle.getBundle(BuildInfo.class.getPackageName() + ".build", Locale.ROOT);
    String version = properties.getString("version");
    String commit = properties.getString("commit");
    // Outside a git checkout the placeholder is not replaced.
    if (commit.isEmpty() || commit.startsWith("$")) {
      return new BuildInfo(version, "unknown");
    }
    boolean dirty = Boolean.parseBoolean(properties.getString("dirty"));
    return new BuildInfo(version, dirty ? commit + "-dirty" : commit);
  }
}
