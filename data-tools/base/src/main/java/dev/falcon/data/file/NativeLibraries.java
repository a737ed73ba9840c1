// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The folder into which libraries unpack their native parts and from which they load them: {@code
 * native} in the {@linkplain UserCache user's cache}, which only the user can write. By default,
 * these libraries use predictable places in the temporary folder that all users share, or in the
 * working folder if the home folder cannot be written, and load what they find there.
 *
 * <p>Code that uses DJL, libtorch, JNA, ONNX Runtime or libwebp first calls {@link #folder()}.
 * Existing settings of these libraries' system properties are kept.
 */
public final class NativeLibraries {
  private static final String FOLDER = "native";

  /** The settings that DJL reads, from the environment first and then from system properties. */
  private static final List<String> DJL = List.of("ENGINE_CACHE_DIR", "DJL_CACHE_DIR");

  private static final String WEBP = "com.luciad.imageio.webp.tmpdir";

  /** Age after which the files unpacked by a killed process are removed. */
  private static final Duration LEFT = Duration.ofHours(1);

  private static Path folder;

  private NativeLibraries() {}

  /**
   * Returns the folder after checking it, once per process.
   *
   * @throws FalconException if the folder contains files of other users, or if the environment
   *     names a folder for DJL that other users may write
   */
  public static synchronized Path folder() {
    if (folder == null) {
      try {
        Path chosen = choose();
        setDjl(chosen.resolve("djl"));
        setWhereUnset("jna.tmpdir", Files.createDirectories(chosen.resolve("jna")));
        setWhereUnset(WEBP, Files.createDirectories(chosen.resolve("webp")));
        removeLeft(chosen.resolve("webp"));
        folder = chosen;
      } catch (IOException e) {
        throw new FalconException(
            "no folder for native libraries can be made: " + e.getMessage(), e);
      }
    }
    return folder;
  }

  private static Path choose() throws IOException {
    for (Path cache : UserCache.candidates()) {
      if (UserCache.serves(cache)) {
        Path chosen = PrivateFolder.make(cache.resolve(FOLDER));
        Optional<String> fault = PrivateFolder.fault(chosen);
        if (fault.isEmpty()) {
          fault = PrivateFolder.faultWithin(chosen);
        }
        if (fault.isPresent()) {
          throw new FalconException(
              fault.get()
                  + ", and native libraries load from "
                  + chosen
                  + "; remove that folder, it is made again");
        }
        return chosen;
      }
    }
    return PrivateFolder.make(UserCache.temporary().resolve(FOLDER));
  }

  /**
   * Sets DJL's folder. A folder that the user or a program has chosen is kept, unless other users
   * may write there.
   */
  private static void setDjl(Path chosen) throws IOException {
    for (String name : DJL) {
      String named = Optional.ofNullable(System.getenv(name)).orElse(System.getProperty(name));
      if (named != null && !named.isEmpty()) {
        requirePrivate(name, named);
        return;
      }
      if (named != null) {
        throw new FalconException(
            name + " is empty, and native libraries load from the folder that it names; unset it");
      }
    }
    System.setProperty("ENGINE_CACHE_DIR", chosen.toString());
  }

  private static void requirePrivate(String name, String named) throws IOException {
    Path whole = Path.of(named).toAbsolutePath();
    Path existing = PrivateFolder.existing(whole);
    Optional<String> fault =
        existing.equals(whole) ? PrivateFolder.fault(existing) : PrivateFolder.faultAbove(existing);
    if (fault.isEmpty() && existing.equals(whole)) {
      fault = PrivateFolder.faultWithin(whole.toRealPath());
    }
    if (fault.isPresent()) {
      throw new FalconException(
          fault.get()
              + ", and native libraries would load from "
              + named
              + ", which "
              + name
              + " names; name a folder that is yours alone");
    }
  }

  private static void setWhereUnset(String property, Path value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value.toString());
    }
  }

  /**
   * Removes the files of killed processes. Libraries in use may be removed, too: the platform keeps
   * them until they are unloaded.
   */
  private static void removeLeft(Path unpacked) throws IOException {
    Instant before = Instant.now().minus(LEFT);
    for (Path file : Folders.list(unpacked)) {
      if (isOlder(file, before)) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static boolean isOlder(Path file, Instant before) throws IOException {
    try {
      return Files.getLastModifiedTime(file).toInstant().isBefore(before);
    } catch (NoSuchFileException e) {
      return false; // another process has removed it meanwhile
    }
  }
}
