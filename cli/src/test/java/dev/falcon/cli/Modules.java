// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The modules of Falcon: a folder of the clone, or of one of these, that has main code. */
public final class Modules {
  private static final Path HOME = Path.of(System.getProperty("falcon.home"));
  private static final Path MAIN = Path.of("src", "main", "java");

  private Modules() {}

  /** Returns the clone's folder. */
  public static Path home() {
    return HOME;
  }

  /** Returns the modules' folders, in order. */
  public static List<Path> folders() throws IOException {
    try (Stream<Path> folders = Files.walk(HOME, 2)) {
      List<Path> modules =
          folders
              .filter(folder -> Files.isRegularFile(folder.resolve("pom.xml")))
              .filter(folder -> Files.isDirectory(folder.resolve(MAIN)))
              .sorted()
              .toList();
      if (modules.size() < 10) {
        throw new IllegalStateException(HOME + ": has few modules: " + modules);
      }
      return modules;
    }
  }

  /** Returns the files of main code of all modules. */
  public static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path module : folders()) {
      try (Stream<Path> files = Files.walk(module.resolve(MAIN))) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
      }
    }
    return sources;
  }
}
