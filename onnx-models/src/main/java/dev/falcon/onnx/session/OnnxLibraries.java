// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import static java.nio.charset.StandardCharsets.US_ASCII;

import ai.onnxruntime.OrtEnvironment;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.NativeLibraries;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/**
 * Unpacks ONNX Runtime's libraries once, into the folder of {@link NativeLibraries}. By default,
 * ONNX Runtime unpacks them into the temporary folder at every start and leaves a folder there at
 * the end.
 */
final class OnnxLibraries {
  /**
   * The system property that names the folder in which ONNX Runtime looks for its libraries; a
   * launcher or a program may set it.
   */
  static final String PLACE = "onnxruntime.native.path";

  /**
   * The names of the libraries that ONNX Runtime's Java part unpacks; a build contains some of
   * them.
   */
  private static final List<String> NAMES =
      List.of(
          "onnxruntime",
          "onnxruntime4j_jni",
          "onnxruntime_providers_shared",
          "onnxruntime_providers_cuda",
          "onnxruntime_providers_tensorrt");

  /** The pattern of the names of the folders that ONNX Runtime creates for temporary files. */
  private static final String ITS_FOLDERS = "onnxruntime-java*";

  /** The age after which an empty folder counts as left by a killed process. */
  private static final Duration LEFT = Duration.ofHours(1);

  /** The number of leading names that every build must contain. */
  private static final int NEEDED = 2;

  /** A library in a jar. */
  private record Packed(URL place, String name, long size, long sum) {}

  private OnnxLibraries() {}

  /**
   * Unpacks the libraries and sets {@link #PLACE} to their folder, unless it is already set.
   *
   * @throws FalconException if the folder cannot be written, or if other users may write to it
   */
  static void unpack() {
    NativeLibraries.folder();
    if (System.getProperty(PLACE) != null
        || System.getProperty("onnxruntime.native.onnxruntime.path") != null) {
      return;
    }
    requireBuildFor(platform());
    try {
      List<Packed> packed = packed();
      if (packed.size() >= NEEDED) {
        Path folder = NativeLibraries.folder().resolve("onnxruntime-" + sum(packed));
        if (!isWhole(folder, packed)) {
          unpack(packed, folder);
        }
        System.setProperty(PLACE, folder.toString());
      }
    } catch (IOException e) {
      throw new FalconException(
          NativeLibraries.folder()
              + ": ONNX Runtime's libraries cannot be unpacked: "
              + e.getMessage(),
          e);
    }
  }

  /**
   * Refuses a platform for which no library is on the class path, as in an installation for another
   * platform.
   *
   * @param platform the platform's name in ONNX Runtime
   */
  static void requireBuildFor(String platform) {
    if (packed(platform, NAMES.get(0)).isEmpty()) {
      throw new FalconException(
          "this installation has no ONNX Runtime for "
              + platform
              + "; install Falcon for this platform, or name a folder of ONNX Runtime's libraries by"
              + " FALCON_JVM_FLAGS=-D"
              + PLACE
              + "=DIR");
    }
  }

  private static Optional<URL> packed(String platform, String library) {
    String name = System.mapLibraryName(library).replace("jnilib", "dylib");
    return Optional.ofNullable(
        OrtEnvironment.class.getResource("/ai/onnxruntime/native/" + platform + "/" + name));
  }

  /** Returns the name that ONNX Runtime gives this platform. */
  private static String platform() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return (system.contains("mac") ? "osx" : system.contains("win") ? "win" : "linux")
        + (machine.equals("amd64") || machine.equals("x86_64") ? "-x64" : "-" + machine);
  }

  /** Returns this platform's libraries in the jars on the class path. */
  private static List<Packed> packed() throws IOException {
    String platform = platform();
    List<Packed> packed = new ArrayList<>();
    for (String library : NAMES) {
      Optional<URL> place = packed(platform, library);
      if (place.isPresent() && place.get().openConnection() instanceof JarURLConnection jar) {
        ZipEntry entry = jar.getJarEntry();
        String name = System.mapLibraryName(library).replace("jnilib", "dylib");
        packed.add(new Packed(place.get(), name, entry.getSize(), entry.getCrc()));
      }
    }
    return packed;
  }

  /** Returns a digest that distinguishes builds, without reading the libraries' contents. */
  private static String sum(List<Packed> packed) {
    CRC32 sum = new CRC32();
    for (Packed each : packed) {
      sum.update((each.name() + each.size() + each.sum()).getBytes(US_ASCII));
    }
    return HexFormat.of().toHexDigits(sum.getValue(), 8);
  }

  /**
   * Removes the empty folders that ONNX Runtime created for temporary files in processes that were
   * killed. ONNX Runtime removes the folder of a process itself when the JVM shuts down.
   */
  static void removeLeft() {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try (DirectoryStream<Path> found = Files.newDirectoryStream(temporary, ITS_FOLDERS)) {
      for (Path each : found) {
        if (isLeft(each)) {
          Folders.remove(each);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw new FalconException(temporary + ": cannot be listed: " + e.getMessage(), e);
    }
  }

  /**
   * Returns whether a folder was left by a killed process. Another process may remove the folder
   * during the check.
   */
  private static boolean isLeft(Path folder) throws IOException {
    try {
      return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          && Files.getOwner(folder).equals(Files.getOwner(NativeLibraries.folder()))
          && Files.getLastModifiedTime(folder).toInstant().isBefore(Instant.now().minus(LEFT))
          && Folders.list(folder).isEmpty();
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static boolean isWhole(Path folder, List<Packed> packed) throws IOException {
    for (Packed each : packed) {
      Path file = folder.resolve(each.name());
      if (!Folders.isFile(file) || Files.size(file) != each.size()) {
        return false;
      }
    }
    return true;
  }

  private static void unpack(List<Packed> packed, Path folder) throws IOException {
    Path work = Files.createTempDirectory(folder.getParent(), "unpacking-");
    try {
      for (Packed each : packed) {
        try (InputStream in = each.place().openStream()) {
          Files.copy(in, work.resolve(each.name()));
        }
      }
      try {
        Files.move(work, folder, StandardCopyOption.ATOMIC_MOVE);
      } catch (FileSystemException e) {
        // Another process may have been faster. A folder that is neither complete nor in use is
        // replaced.
        if (!isWhole(folder, packed)) {
          Folders.delete(folder);
          Files.move(work, folder, StandardCopyOption.ATOMIC_MOVE);
        }
      }
    } finally {
      Folders.delete(work);
    }
  }
}
