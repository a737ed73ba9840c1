package dev.falcon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.Miner;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningTarget;
import dev.falcon.onnx.session.Sessions;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The jar as users start it: by spark-submit, in a process of its own. */
class ShadedJarIT {
  private static final Path JAR = Path.of("target", "falcon-spark.jar").toAbsolutePath();

  /** What has native code or no other version in Spark; all else has a name of Falcon's. */
  private static final Pattern ALLOWED =
      Pattern.compile(
          "(dev/falcon|ai/onnxruntime|ai/djl|com/sun/jna|com/luciad|com/univocity"
              + "|io/github/classgraph|nonapi/io/github|tech/tablesaw|org/locationtech/jts)/.*");

  @TempDir private Path folder;

  @Test
  void nothingInItMeetsWhatSparkHas() throws IOException {
    Set<String> others = new TreeSet<>();
    try (JarFile jar = new JarFile(JAR.toFile())) {
      jar.stream()
          .map(entry -> entry.getName().replaceFirst("^META-INF/versions/\\d+/", ""))
          .filter(name -> name.endsWith(".class") && !ALLOWED.matcher(name).matches())
          .map(name -> name.substring(0, Math.max(0, name.lastIndexOf('/'))))
          .forEach(others::add);
    }
    assertThat(others).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void submittedItGivesTheBytesOfASingleMachine(boolean falconFirst) throws Exception {
    Path store = SparkStores.own(folder.resolve("store"), 303);
    new Miner(Sessions.onCpu(), Progress.NONE, note -> {})
        .mineFolder(
            new MiningRequest(
                EmbeddingStore.open(store),
                MiningOptions.of(new QuantilePolicy.Fixed(0.8)).withSizes(40, 8),
                new MiningTarget.Batches(),
                folder.resolve("single"),
                TableFormat.PARQUET,
                new MiningRequest.Execution(2, 1L << 30),
                false));
    List<String> spark =
        Stream.of(
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"))
                    .split(File.pathSeparator))
            .filter(each -> each.endsWith(".jar") && !each.contains("falcon-"))
            // With a picocli among them, whose loader does not know Falcon's own texts.
            .collect(Collectors.toCollection(ArrayList::new));
    if (falconFirst) {
      spark.add(0, JAR.toString());
    }
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
            "--conf=spark.driver.bindAddress=127.0.0.1",
            "--class=dev.falcon.cli.Main",
            JAR.toString()));
    command.addAll(
        List.of(
            "mine",
            "--spark",
            "--quantiles=0.8",
            "--search-space=40",
            "--batch-size=8",
            "--embeddings=" + store,
            "--out=" + folder.resolve("plan")));
    Path log = folder.resolve("log");
    ProcessBuilder process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    process.environment().put("CLASSPATH", String.join(File.pathSeparator, spark));
    int exit = process.start().waitFor();
    assertThat(exit).as(Files.readString(log, StandardCharsets.UTF_8)).isZero();
    assertThat(files("plan")).isEqualTo(files("single"));
  }

  /** What Spark's own scripts open. */
  private static List<String> opens() {
    List<String> flags = new ArrayList<>(List.of("--add-modules=jdk.incubator.vector"));
    for (String each :
        Arrays.asList(
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

  private Map<String, String> files(String out) throws IOException {
    return TestClusters.files(folder.resolve(out));
  }
}
