// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.builtin;

import dev.falcon.data.file.UserCache;
import java.nio.file.Path;

/** The cache of expensive results for later runs of all commands. */
public final class CacheFolder {
  /** The description of the cache in a command's help. */
  public static final String WORDS =
      "the folder that FALCON_CACHE names, or falcon in XDG_CACHE_HOME or in ~/.cache";

  private CacheFolder() {}

  /** Returns the folder, which need not exist yet. */
  public static Path path() {
    return UserCache.folder();
  }
}
