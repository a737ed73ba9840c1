// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * Falcon in processes of its own that start as fast as the launcher's, by an archive of classes,
 * and are compiled as short work wants it: a command takes a third of the processor's time. The
 * Vector API needs the other compiler, and stays away; its products have the same bits.
 *
 * @param command the program and its flags; a main class and its arguments follow
 * @param classPath that of the tests, in jars alone: no archive holds the classes of a folder
 */
public record FastStart(List<String> command, String classPath) {
  private static FastStart made;

  /** Makes the archive when it is first wanted; the end of this process removes it. */
  public static synchronized FastStart get() throws IOException, InterruptedException {
    if (made == null) {
      made = make(Folders.temporary("fast-start"));
    }
    return made;
  }

  /** The command as a shell reads it. */
  public String inShell() {
    return String.join(" ", command.stream().map(word -> "'" + word + "'").toList());
  }

  private static FastStart make(Path work) throws IOException, InterruptedException {
    List<String> jars = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(":", -1)) {
      Path path = Path.of(entry);
      jars.add(Files.isDirectory(path) ? jar(path, work.resolve(jars.size() + ".jar")) : entry);
    }
    FastStart plain = new FastStart(flags(), String.join(":", jars));
    String archive = work.resolve("classes.jsa").toString();
    Path said = work.resolve("said");
    ProcessBuilder making = plain.process(Usual.class, work.toString());
    making.command().add(1, "-XX:ArchiveClassesAtExit=" + archive);
    making.command().add(1, "-Xlog:disable");
    int exitCode = making.redirectErrorStream(true).redirectOutput(said.toFile()).start().waitFor();
    if (exitCode != 0) {
      throw new IOException("no archive of classes: " + Files.readString(said));
    }
    List<String> command = new ArrayList<>(plain.command);
    command.addAll(List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:disable"));
    return new FastStart(List.copyOf(command), plain.classPath);
  }

  /** A process that is still to be started. */
  public ProcessBuilder process(Class<?> main, String... arguments) {
    List<String> words = new ArrayList<>(command);
    words.add(main.getName());
    words.addAll(List.of(arguments));
    ProcessBuilder process = new ProcessBuilder(words);
    process.environment().put("CLASSPATH", classPath);
    return process;
  }

  private static List<String> flags() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xmx1500m",
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "-Dfile.encoding=UTF-8",
        "-Djava.awt.headless=true",
        "-Dai.djl.offline=true",
        "-Dfalcon.home=" + System.getProperty("falcon.home"));
  }

  private static String jar(Path folder, Path jar) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> walk = Files.walk(folder)) {
      out.setLevel(0);
      for (Path each : walk.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new JarEntry(folder.relativize(each).toString()));
        Files.copy(each, out);
        out.closeEntry();
      }
    }
    return jar.toString();
  }

  /** What most commands of the tests do. */
  static final class Usual {
    private Usual() {}

    public static void main(String[] folder) {
      String model = System.getProperty("falcon.home") + "/onnx-models/scenes-tiny";
      run("data", "generate", "scenes", "--count", "64", "--out", folder[0] + "/data");
      run(
          "embed",
          "--input-dataset",
          folder[0] + "/data",
          "--model",
          model,
          "--out",
          folder[0] + "/v");
      run(
          "mine",
          "--embeddings",
          folder[0] + "/v",
          "--quantiles",
          "1",
          "--batch-size",
          "16",
          "--out",
          folder[0] + "/plan.parquet");
      System.exit(0);
    }

    private static void run(String... command) {
      if (Main.run(command) != 0) {
        System.exit(1);
      }
    }
  }
}
