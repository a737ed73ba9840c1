// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The user's folder for expensive results: the one in the system property {@value #PROPERTY} or the
 * variable {@code FALCON_CACHE}, or {@code falcon} in {@code XDG_CACHE_HOME}, in {@code .cache} of
 * {@code HOME}, or in {@code .cache} of the platform's home. A folder that is not named explicitly
 * is used only if no other user could have written to it. If there is no usable folder, this
 * process uses a temporary folder, which is removed when the process ends.
 *
 * <p>The working folder is never used, and neither is a predictable path in a temporary folder.
 */
public final class UserCache {
  /** The system property that names the folder, before the environment. */
  public static final String PROPERTY = "falcon.cache";

  private static final String OWN = "falcon";

  private static Path temporary;

  private UserCache() {}

  /**
   * Returns the folder, which need not exist yet.
   *
   * @throws FalconException if there is no usable folder and no temporary folder can be created
   */
  public static Path folder() {
    Optional<Path> named = named();
    if (named.isPresent()) {
      return named.get();
    }
    for (Path candidate : homes()) {
      if (serves(candidate)) {
        return candidate;
      }
    }
    return temporary();
  }

  /** Returns the candidate folders, the named one first. */
  static List<Path> candidates() {
    List<Path> candidates = new ArrayList<>();
    named().ifPresent(candidates::add);
    candidates.addAll(homes());
    return candidates;
  }

  private static Optional<Path> named() {
    return Optional.ofNullable(System.getProperty(PROPERTY))
        .or(() -> variable("FALCON_CACHE"))
        .map(Path::of)
        .map(Path::toAbsolutePath);
  }

  private static List<Path> homes() {
    List<Path> homes = new ArrayList<>();
    variable("XDG_CACHE_HOME").map(Path::of).ifPresent(homes::add);
    for (String home : List.of(variable("HOME").orElse(""), System.getProperty("user.home", ""))) {
      if (Files.isDirectory(Path.of(home))) {
        homes.add(Path.of(home, ".cache"));
      }
    }
    // A relative one would be in the working folder: for a user without a name, the platform's home
    // is a question mark.
    return homes.stream().filter(Path::isAbsolute).map(home -> home.resolve(OWN)).toList();
  }

  private static Optional<String> variable(String name) {
    return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isEmpty());
  }

  /** Returns whether a folder is writable by this user alone, or can be created so. */
  static boolean serves(Path folder) {
    Path existing = PrivateFolder.existing(folder);
    try {
      Optional<String> fault =
          existing.equals(folder)
              ? PrivateFolder.fault(existing)
              : PrivateFolder.faultAbove(existing);
      return fault.isEmpty() && Files.isDirectory(existing) && Files.isWritable(existing);
    } catch (IOException e) {
      // A folder that cannot be examined is not usable.
      return false;
    }
  }

  /**
   * Returns a folder for this process alone, which is deleted when the process ends.
   *
   * @throws FalconException if it cannot be created, or if others could replace it
   */
  static synchronized Path temporary() {
    if (temporary == null) {
      Path made = Folders.temporary("falcon-");
      try {
        Optional<String> fault = PrivateFolder.fault(made);
        if (fault.isPresent()) {
          Files.delete(made);
          throw new FalconException(
              fault.get()
                  + ", so that no temporary folder there is safe; set HOME, XDG_CACHE_HOME or"
                  + " FALCON_CACHE to a folder of your own");
        }
        temporary = made.toRealPath();
      } catch (IOException e) {
        throw new FalconException(made + ": cannot be looked at: " + e.getMessage(), e);
      }
    }
    return temporary;
  }
}
