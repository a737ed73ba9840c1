// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private static final String ARCHIVE = "classes.jsa";
  private static final String MADE = "class-path"; // written last

  private static FastStart made;

  /**
   * Makes the archive when it is first wanted by one of the processes that Maven starts for the
   * tests of a module, which share it. That of an earlier build is removed.
   */
  public static synchronized FastStart get() throws IOException, InterruptedException {
    if (made == null) {
      Path folder = Files.createDirectories(Path.of("target", "fast-start").toAbsolutePath());
      String build =
          System.getProperty("falcon.build", Long.toString(ProcessHandle.current().pid()));
      Path work = folder.resolve(build.replaceAll("\\W", "-"));
      try (FileChannel file =
              FileChannel.open(
                  folder.resolve(".turn"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock turn = file.lock()) {
        assertThat(turn.isValid()).isTrue();
        if (!Files.exists(work.resolve(MADE))) {
          // Not the folder itself, which holds the file of the lock.
          Folders.list(folder).stream().filter(Folders::isFolder).forEach(Folders::delete);
          make(Files.createDirectories(work));
        }
      }
      made = in(work);
    }
    return made;
  }

  /** The command as a shell reads it. */
  public String inShell() {
    return String.join(" ", command.stream().map(word -> "'" + word + "'").toList());
  }

  private static void make(Path work) throws IOException, InterruptedException {
    List<String> jars = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(":", -1)) {
      if (entry.isEmpty()) {
        continue; // a separator also ends the last
      }
      Path path = Path.of(entry);
      jars.add(Files.isDirectory(path) ? jar(path, work.resolve(jars.size() + ".jar")) : entry);
    }
    FastStart plain = new FastStart(flags(), String.join(":", jars));
    Path said = work.resolve("said");
    ProcessBuilder making = plain.process(Usual.class, work.resolve("usual").toString());
    making.command().add(1, "-XX:ArchiveClassesAtExit=" + work.resolve(ARCHIVE));
    making.command().add(1, "-Xlog:disable");
    int exitCode = making.redirectErrorStream(true).redirectOutput(said.toFile()).start().waitFor();
    if (exitCode != 0) {
      throw new IOException(
          "no archive of classes, exit code " + exitCode + ": " + Files.readString(said));
    }
    Files.writeString(work.resolve(MADE), plain.classPath);
  }

  /** Returns what was made in a folder. */
  private static FastStart in(Path work) throws IOException {
    List<String> command = new ArrayList<>(flags());
    command.addAll(List.of("-XX:SharedArchiveFile=" + work.resolve(ARCHIVE), "-Xlog:disable"));
    return new FastStart(List.copyOf(command), Files.readString(work.resolve(MADE)));
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

  /** A JVM for several commands, with more flags. */
  Elsewhere elsewhere(Path working, Map<String, String> environment, String... more) {
    List<String> jvm = new ArrayList<>(command);
    jvm.addAll(List.of(more));
    return new Elsewhere(working, environment, jvm, classPath);
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
      Path work = Path.of(folder[0]);
      String data = work.resolve("data").toString();
      String vectors = work.resolve("vectors").toString();
      String plan = work.resolve("plan.parquet").toString();
      String lists = work.resolve("lists.parquet").toString();
      String audit = work.resolve("audit").toString();
      run("data", "generate", "scenes", "--count", "64", "--out", data);
      run("embed", "--input-dataset", data, "--model", model, "--out", vectors);
      run("mine", "--embeddings", vectors, "--quantiles", "1", "--batch-size", "16", "--out", plan);
      run("lists", "--embeddings", vectors, "--direction", "image-text", "--out", lists);
      run(
          "audit-fn",
          "--input-dataset",
          data,
          "--embeddings",
          vectors,
          "--plan",
          plan,
          "--out",
          audit);
      run("verify", plan, "--again");
      run("eval", "retrieval", "--model", model, "--input-dataset", data);
      System.exit(0);
    }

    private static void run(String... command) {
      if (Main.run(command) != 0) {
        System.exit(1);
      }
    }
  }
}
