// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher in an installation whose Java prints its arguments, one a line. */
@EnabledOnOs(OS.LINUX)
class LauncherTest {
  @TempDir private Path folder;

  @BeforeEach
  void install() throws IOException {
    Path home = folder.resolve("my falcon");
    Files.createDirectories(home.resolve("lib"));
    Files.createFile(home.resolve("lib/falcon.jar"));
    Path java = home.resolve("runtime/bin/java");
    Files.createDirectories(java.getParent());
    Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\" \"LC_ALL=${LC_ALL-}\"\n");
    Files.writeString(home.resolve("runtime/release"), "JAVA_VERSION=\"17.0.1\"\n");
    Path launcher = home.resolve("falcon");
    Files.copy(Path.of(System.getProperty("falcon.home"), "falcon"), launcher);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
  }

  private List<String> launched(Map<String, String> environment, String... words)
      throws IOException, InterruptedException {
    return ended(0, environment, words);
  }

  private List<String> ended(int code, Map<String, String> environment, String... words)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("my falcon/falcon");
    builder.command().addAll(List.of(words));
    builder.directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("FALCON_"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(code);
    return said.lines().toList();
  }

  @Test
  void otherFoldersOfCdAreNotLookedInto() throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("elsewhere/my falcon"));
    String paths = folder.resolve("elsewhere") + ":.";

    assertThat(launched(Map.of("CDPATH", paths), "mine"))
        .contains("-Dfalcon.home=" + folder.toRealPath().resolve("my falcon"));
  }

  @Test
  void messagesOfTheJvmReachStandardError() throws IOException, InterruptedException {
    assertThat(launched(Map.of(), "mine")).contains("-XX:+DisplayVMOutputToStderr");
    assertThat(launched(Map.of(), "--help")).contains("-XX:+DisplayVMOutputToStderr");
  }

  @Test
  void aBudgetBoundsTheHeap() throws IOException, InterruptedException {
    assertThat(launched(Map.of(), "mine", "--memory", "2g")).contains("-Xmx2048m");
    assertThat(launched(Map.of(), "mine", "--memory=0512M")).contains("-Xmx512m");
    assertThat(launched(Map.of(), "mine")).contains("-XX:MaxRAMPercentage=75");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0g", "1m", "63m", "99999999999g", "8388609m", "g", "2x", "auto"})
  void aBudgetWithWhichNoJvmStartsIsLeftToTheCommand(String size)
      throws IOException, InterruptedException {
    assertThat(launched(Map.of(), "mine", "--memory", size))
        .noneMatch(word -> word.startsWith("-Xmx"))
        .contains("-XX:MaxRAMPercentage=75", size);
  }

  @Test
  void aNamedHeapMayBeSmallerThanTrainingTakesAtOnce() throws IOException, InterruptedException {
    assertThat(launched(Map.of(), "train")).contains("-Xms384m");
    assertThat(launched(Map.of("FALCON_JVM_FLAGS", "-Xmx64m"), "train"))
        .contains("-Xmx64m")
        .noneMatch(word -> word.startsWith("-Xms") || word.startsWith("-XX:NewSize"));
  }

  @Test
  void aLocaleWithoutUtf8IsReplaced() throws IOException, InterruptedException {
    assumeTrue(
        new ProcessBuilder("sh", "-c", "LC_ALL=C.UTF-8 locale charmap | grep -q UTF-8")
                .start()
                .waitFor()
            == 0,
        "skipped: there is no locale C.UTF-8 here");

    assertThat(launched(Map.of("LC_ALL", "C"), "mine")).contains("LC_ALL=C.UTF-8");
    assertThat(launched(Map.of("LC_ALL", "xx_YY.UTF-8"), "mine")).contains("LC_ALL=C.UTF-8");
    assertThat(launched(Map.of("LC_ALL", "", "LANG", "POSIX", "LC_CTYPE", ""), "mine"))
        .contains("LC_ALL=C.UTF-8");
    assertThat(launched(Map.of("LC_ALL", "", "LANG", "C.UTF-8", "LC_CTYPE", ""), "mine"))
        .contains("LC_ALL=");
  }

  /** The class path is in the environment, of which this Java prints one name. */
  @Test
  void sparkIsOnTheClassPathWhereItIsAskedForAndThere() throws IOException, InterruptedException {
    Path home = folder.resolve("my falcon");
    Path java = home.resolve("runtime/bin/java");
    Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\" \"$CLASSPATH\"\n");
    Path spark = folder.resolve("spark");
    Files.createDirectories(spark.resolve("jars"));
    Map<String, String> environment = Map.of("SPARK_HOME", spark.toString());
    String opened = "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED";

    assertThat(launched(environment, "mine", "--spark=local[1]")).doesNotContain(opened);
    Path jar = home.resolve("spark/target/falcon-spark.jar");
    Files.createDirectories(jar.getParent());
    Files.createFile(jar);
    assertThat(launched(environment, "mine", "--spark=local[1]"))
        .contains(opened)
        .contains(jar.toRealPath() + ":" + spark + "/jars/*");
    assertThat(launched(environment, "mine")).doesNotContain(opened);
    assertThat(launched(Map.of(), "mine", "--spark")).doesNotContain(opened);
  }

  /** A clone whose Maven writes what the launcher needs, and counts its builds. */
  private Map<String, String> cloned(Path home) throws IOException {
    Files.delete(home.resolve("lib/falcon.jar"));
    Files.delete(home.resolve("lib"));
    for (Path module : Modules.folders()) {
      Path there = home.resolve(Modules.home().relativize(module).toString());
      Files.createDirectories(there.resolve("src/main"));
      Files.createFile(there.resolve("pom.xml"));
    }
    Files.createFile(home.resolve("pom.xml"));
    Path maven = Files.createDirectories(folder.resolve("bin")).resolve("mvn");
    Files.writeString(
        maven,
        """
        #!/bin/sh
        echo built >>builds
        echo "$@" >>arguments
        : >cli/target/falcon-cli-1.jar
        echo pom.xml >cli/target/classpath
        case $* in *training/commands*)
          mkdir -p training/reproduce/target training/commands/target
          : >training/commands/target/falcon-commands-1.jar
          : >training/reproduce/target/falcon-reproduce-1.jar
          echo "pom.xml:$PWD/training/reproduce/target/falcon-reproduce-1.jar" >cli/target/classpath
        esac
        """);
    assertThat(maven.toFile().setExecutable(true)).isTrue();
    return Map.of("PATH", maven.getParent() + ":" + System.getenv("PATH"));
  }

  /** The laboratory is built when one of its commands is called first, and from then on. */
  @Test
  void theLaboratoryIsBuiltWhereOneOfItsCommandsIsCalled()
      throws IOException, InterruptedException {
    Path home = folder.resolve("my falcon");
    Map<String, String> environment = cloned(home);
    Files.createFile(folder.resolve("pom.xml")); // the class path of this clone
    Path java = home.resolve("runtime/bin/java");
    Files.writeString(java, "#!/bin/sh\necho \"$CLASSPATH\"\n");

    assertThat(launched(environment, "mine")).noneMatch(line -> line.contains("commands"));
    assertThat(home.resolve("arguments")).content().contains("-pl cli -am");
    Files.delete(home.resolve("arguments"));
    launched(environment, "train");
    assertThat(home.resolve("arguments")).content().contains("-pl training/commands -am");
    assertThat(home.resolve("builds")).content().hasLineCount(2);
    assertThat(launched(environment, "mine"))
        .singleElement()
        .asString()
        .contains("falcon-commands-1.jar:pom.xml:");
    launched(environment, "train");
    assertThat(home.resolve("builds")).content().hasLineCount(2);
  }

  /** As after the clock was set back. */
  @Test
  void sourcesDatedInTheFutureAreBuiltOnce() throws IOException, InterruptedException {
    Path home = folder.resolve("my falcon");
    Map<String, String> environment = cloned(home);
    Instant later = Instant.now().plus(Duration.ofHours(1));
    Files.setLastModifiedTime(home.resolve("mining/plans/pom.xml"), FileTime.from(later));
    Files.setLastModifiedTime(home.resolve("pom.xml"), FileTime.from(later.plusSeconds(9)));
    Path here = Files.createFile(folder.resolve("pom.xml")); // the class path of this clone

    assertThat(launched(environment, "mine"))
        .anyMatch(line -> line.contains("dated in the future"));
    assertThat(launched(environment, "mine")).noneMatch(line -> line.contains("building"));
    assertThat(home.resolve("builds")).hasContent("built");

    Files.delete(here);
    assertThat(ended(1, environment, "mine"))
        .singleElement()
        .asString()
        .startsWith("falcon: pom.xml is not there, or cannot be read; delete ");
  }

  @Test
  void aWrongHomeOfJavaIsNamed() throws IOException, InterruptedException {
    Files.delete(folder.resolve("my falcon/runtime/bin/java"));

    assertThat(ended(1, Map.of("JAVA_HOME", "/nowhere"), "mine"))
        .containsExactly(
            "falcon: JAVA_HOME=/nowhere has no bin/java; set it to a Java 17 or newer");
  }
}
