// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts the jar as users do: by spark-submit, in a process of its own. */
final class SubmittedJar {
  static final Path JAR = Path.of("target", "falcon-spark.jar").toAbsolutePath();

  private SubmittedJar() {}

  /**
   * The end of such a process.
   *
   * @param exit its code
   * @param log its output
   */
  record Ended(int exit, String log) {}

  /**
   * Submits a command.
   *
   * @param folder for the log
   * @param first a jar before Spark's own, if any
   * @param submit flags of spark-submit
   * @param arguments of falcon
   */
  static Ended run(Path folder, Optional<Path> first, List<String> submit, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> spark = sparkJars();
    first.ifPresent(jar -> spark.add(0, jar.toString()));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(opens());
    command.addAll(
        List.of(
            "-Xmx1g",
            "org.apache.spark.deploy.SparkSubmit",
            "--master=local[2]",
            "--conf=spark.ui.enabled=false",
            "--conf=spark.driver.host=localhost",
            "--conf=spark.driver.bindAddress=127.0.0.1"));
    command.addAll(submit);
    command.addAll(List.of("--class=dev.falcon.cli.Main", JAR.toString()));
    command.addAll(arguments);
    Path log = Files.createTempFile(folder, "spark-", ".log");
    ProcessBuilder process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    process.environment().put("CLASSPATH", String.join(File.pathSeparator, spark));
    int exit = process.start().waitFor();
    return new Ended(exit, Files.readString(log, StandardCharsets.UTF_8));
  }

  /** Spark and its libraries, with a picocli among them, whose loader does not know Falcon. */
  private static List<String> sparkJars() {
    return Stream.of(
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                .split(File.pathSeparator))
        .filter(each -> each.endsWith(".jar") && !each.contains("falcon-"))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** What Spark's own scripts open. */
  private static List<String> opens() {
    List<String> flags = new ArrayList<>(List.of("--add-modules=jdk.incubator.vector"));
    for (String each :
        List.of(
            "java.lang",
            "java.lang.invoke",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.security.action",
            "sun.util.calendar")) {
      flags.add("--add-opens=java.base/" + each + "=ALL-UNNAMED");
    }
    return flags;
  }
}
