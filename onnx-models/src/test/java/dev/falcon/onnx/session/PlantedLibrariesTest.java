// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.onnx.WordPieces;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.onnx.text.TextPipeline;
import dev.falcon.onnx.text.TextSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What somebody has put where the libraries of others are looked for by default is not loaded: a
 * file that is no library would end the process.
 */
@EnabledOnOs(OS.LINUX)
class PlantedLibrariesTest {
  @TempDir private Path top;

  /** Variables that the process does not have. */
  private final List<String> unset =
      new ArrayList<>(
          List.of("HOME", "XDG_CACHE_HOME", "FALCON_CACHE", "DJL_CACHE_DIR", "ENGINE_CACHE_DIR"));

  private Path folder;
  private Path home;
  private Path temporary;
  private Path working;

  @BeforeEach
  void make() throws IOException {
    folder = top.toRealPath();
    home = Files.createDirectories(folder.resolve("home"));
    temporary = Files.createDirectories(folder.resolve("temporary"));
    working = Files.createDirectories(folder.resolve("working"));
    WordPieces.writeTokenizer(folder);
  }

  private String used(String... flags) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!flag.startsWith("-javaagent") && !flag.startsWith("-Dai.djl")) {
        command.add(flag);
      }
    }
    command.addAll(List.of("-Djava.io.tmpdir=" + temporary, "-Duser.home=" + home));
    command.addAll(List.of(flags));
    command.addAll(List.of(Used.class.getName(), folder.resolve("tokenizer.json").toString()));
    ProcessBuilder builder = new ProcessBuilder(command).directory(working.toFile());
    builder.redirectErrorStream(true);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    builder.environment().keySet().removeAll(unset);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.lines().reduce((first, last) -> last).orElse("");
  }

  private List<Path> libraries(Path below) throws IOException {
    try (Stream<Path> all = Files.walk(below)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  /** Puts a file that is no library wherever the first start has unpacked one. */
  private void plant(Path into) throws IOException {
    Path djl = home.resolve(".cache/falcon/native/djl");
    assertThat(libraries(djl)).hasSize(1);
    for (Path library : libraries(djl)) {
      Path planted = into.resolve(".djl.ai").resolve(djl.relativize(library));
      Files.createDirectories(planted.getParent());
      Files.writeString(planted, "planted");
    }
  }

  @Test
  void librariesLieInTheUsersCache() throws IOException, InterruptedException {
    assertThat(used()).isEqualTo("3");

    assertThat(libraries(home))
        .extracting(file -> file.getFileName().toString())
        .containsExactlyInAnyOrder(
            "libtokenizers.so", "libonnxruntime.so", "libonnxruntime4j_jni.so");
    assertThat(temporary).isEmptyDirectory();
    assertThat(working).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"?", "/nonexistent"})
  void nothingThatWasPlantedIsLoaded(String none) throws IOException, InterruptedException {
    used();
    plant(temporary);
    plant(Files.createDirectories(working.resolve("?")));
    plant(working);
    List<Path> planted = libraries(temporary);

    assertThat(used("-Duser.home=" + none)).isEqualTo("3");

    assertThat(libraries(temporary)).isEqualTo(planted).hasSize(1);
    assertThat(libraries(working)).hasSize(2);
  }

  @Test
  void aLibraryThatWasCutIsUnpackedAgain() throws IOException, InterruptedException {
    used();
    for (Path library : libraries(home)) {
      if (library.toString().contains("onnxruntime")) {
        Files.write(library, new byte[10]);
      }
    }
    assertThat(used()).isEqualTo("3");
    assertThat(libraries(home)).allMatch(library -> library.toFile().length() > 1000).hasSize(3);
  }

  /**
   * Without the variable of the environment it is set before ONNX Runtime starts, which otherwise
   * writes an identifier of the machine into the cache, and crashes if a command line is long.
   */
  @Test
  void nothingIsReportedWithoutTheVariable() throws IOException, InterruptedException {
    unset.add("ORT_DISABLE_TELEMETRY");

    assertThat(used("-Dlong=" + "x".repeat(5000))).isEqualTo("3");

    try (Stream<Path> caches = Files.list(home.resolve(".cache"))) {
      assertThat(caches).containsExactly(home.resolve(".cache/falcon"));
    }
  }

  /** Tokenises, and starts ONNX Runtime. */
  static final class Used {
    private Used() {}

    public static void main(String[] arguments) {
      TextSettings settings =
          new TextSettings(
              TextCleaning.NONE, 16, TextSettings.Padding.LONGEST, 0, Optional.empty(), true);
      int tokens;
      try (TextPipeline pipeline = TextPipeline.open(Path.of(arguments[0]), settings)) {
        tokens = pipeline.encode(List.of("dog")).length();
      }
      OnnxRuntime.environment();
      System.out.println(tokens);
    }
  }
}
