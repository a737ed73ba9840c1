package dev.falcon.cli.internal.builtin;

import java.nio.file.Path;

/** Where what takes long to make is kept for later runs of all commands. */
public final class CacheFolder {
  /** The same in the words of a command's help. */
  public static final String WORDS =
      "the folder that FALCON_CACHE names, or falcon in XDG_CACHE_HOME or in ~/.cache";

  private CacheFolder() {}

  /** The folder, which need not be there yet. */
  public static Path path() {
    String named = System.getenv("FALCON_CACHE");
    if (named != null && !named.isEmpty()) {
      return Path.of(named);
    }
    String base = System.getenv("XDG_CACHE_HOME");
    return (base == null || base.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(base))
        .resolve("falcon");
  }
}
