// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The entry point of a process that runs a user's jar. It runs the jar's main class, and ends when
 * the process that started it ends, even if that process was killed. It uses no other class of
 * Falcon, so that the jar finds only its own libraries.
 */
final class GuardedJar {
  private GuardedJar() {}

  /**
   * Returns the arguments of {@code java} that run a jar in this way, without the jar's own
   * arguments.
   */
  static List<String> command(Path jar) {
    try {
      Path own =
          Path.of(GuardedJar.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return List.of(
          "-cp",
          jar + System.getProperty("path.separator") + own.toAbsolutePath(),
          GuardedJar.class.getName(),
          Long.toString(ProcessHandle.current().pid()),
          jar.toString());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the place of Falcon's own classes is no file", e);
    }
  }

  /**
   * Runs a jar. The arguments are the id of the process that started this one, the jar, and the
   * arguments of the jar's main class. This process has its own folder of temporary files, which it
   * removes if the other process is killed.
   */
  public static void main(String[] arguments) throws Throwable {
    watch(Long.parseLong(arguments[0]));
    try {
      Method main = Class.forName(mainClass(arguments[1])).getMethod("main", String[].class);
      main.setAccessible(true); // java -jar also takes a class that is not public
      main.invoke(null, (Object) Arrays.copyOfRange(arguments, 2, arguments.length));
    } catch (InvocationTargetException e) {
      throw e.getCause(); // the JVM reports it, as it does with -jar
    }
  }

  private static String mainClass(String jar) throws IOException {
    try (JarFile file = new JarFile(jar)) {
      return Optional.ofNullable(file.getManifest())
          .map(manifest -> manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS))
          .orElseThrow(() -> new IOException(jar + ": names no main class"))
          .strip();
    }
  }

  private static void watch(long number) {
    Thread watch =
        new Thread(
            () -> {
              ProcessHandle.of(number).ifPresent(process -> process.onExit().join());
              try {
                delete(Path.of(System.getProperty("java.io.tmpdir")));
              } finally {
                Runtime.getRuntime().halt(1);
              }
            },
            "falcon-guard");
    watch.setDaemon(true);
    watch.start();
  }

  private static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
