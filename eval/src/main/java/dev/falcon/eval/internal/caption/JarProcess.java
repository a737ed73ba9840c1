package dev.falcon.eval.internal.caption;

import dev.falcon.data.FalconException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A Java program of the user's, run by the same Java in a process of its own. */
final class JarProcess {
  private JarProcess() {}

  /** Its command; the program's working folder is the jar's. */
  static ProcessBuilder command(Path jar, String heap, List<String> arguments) {
    if (!Files.isRegularFile(jar)) {
      throw new FalconException(jar + ": there is no such jar");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heap);
    command.add("-jar");
    Path program = jar.toAbsolutePath();
    command.add(program.toString());
    command.addAll(arguments);
    return new ProcessBuilder(command).directory(program.getParent().toFile());
  }
}
