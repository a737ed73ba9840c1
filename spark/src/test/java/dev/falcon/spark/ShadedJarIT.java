// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.cli.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The jar as users start it: by spark-submit, in a process of its own. */
class ShadedJarIT {
  /** What has native code or no other version in Spark; all else has a name of Falcon's. */
  private static final Pattern ALLOWED =
      Pattern.compile(
          "(dev/falcon|ai/onnxruntime|ai/djl|com/sun/jna|com/luciad|com/univocity"
              + "|io/github/classgraph|nonapi/io/github|tech/tablesaw|org/locationtech/jts)/.*");

  @TempDir private Path folder;

  @Test
  void nothingInItMeetsWhatSparkHas() throws IOException {
    Set<String> others = new TreeSet<>();
    try (JarFile jar = new JarFile(SubmittedJar.JAR.toFile())) {
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
    assertThat(
            Main.run(
                "mine",
                "--quiet",
                "--quantiles=0.8",
                "--search-space=40",
                "--batch-size=8",
                "--embeddings=" + store,
                "--out=" + folder.resolve("single") + "/"))
        .isEqualTo(0);
    SubmittedJar.Ended ended =
        SubmittedJar.run(
            folder,
            falconFirst ? Optional.of(SubmittedJar.JAR) : Optional.empty(),
            List.of(),
            List.of(
                "mine",
                "--spark",
                "--quantiles=0.8",
                "--search-space=40",
                "--batch-size=8",
                "--embeddings=" + store,
                "--out=" + folder.resolve("plan")));
    assertThat(ended.exit()).as(ended.log()).isZero();
    assertThat(files("plan")).isEqualTo(files("single"));
  }

  private Map<String, String> files(String out) throws IOException {
    return TestClusters.files(folder.resolve(out));
  }
}
