// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.falcon.data.Sha256;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Names, keys and numbers do not depend on the locale; a file's name may need one with UTF-8. */
@EnabledOnOs(OS.LINUX)
class LocalesTest {
  @TempDir private Path folder;

  private static Path model() {
    return Path.of(System.getProperty("falcon.home"), "onnx-models/scenes-tiny");
  }

  /** All that some commands write, by name, with digests. */
  private Map<String, String> written(String name, Map<String, String> environment, String... flags)
      throws IOException, InterruptedException {
    Path working = Files.createDirectories(folder.resolve(name));
    Elsewhere.Result result =
        FastStart.get()
            .elsewhere(working, environment, flags)
            .then("data generate scenes --count 60 --out data --quiet")
            .then(
                "data convert data --output-format parquet --samples-per-shard 7 --out rows --quiet")
            .then("embed --input-dataset data --model " + model() + " --out vectors --quiet")
            .then(
                "mine --embeddings vectors --quantiles 0.9 --search-space 60 --batch-size 10"
                    + " --out plan.csv --html plan.html --quiet")
            .run();
    assertThat(result.exitCode()).as(result.said()).isZero();
    Map<String, String> digests = new TreeMap<>();
    try (Stream<Path> all = Files.walk(working)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        digests.put(working.relativize(file).toString(), Sha256.of(file));
      }
    }
    return digests;
  }

  @Test
  void outputsDoNotDependOnTheLocale() throws IOException, InterruptedException {
    Map<String, String> english = written("en", Map.of(), "-Duser.language=en");
    assertThat(english).hasSizeGreaterThan(6);
    Map<String, String> numbers = Map.of("ar", "arab", "fa", "arabext", "bn", "beng");
    Map<String, String> countries = Map.of("ar", "EG", "fa", "IR", "bn", "BD");
    for (String language : numbers.keySet()) {
      assertThat(
              written(
                  language,
                  Map.of(),
                  "-Duser.language=" + language,
                  "-Duser.country=" + countries.get(language),
                  "-Duser.extensions=u-nu-" + numbers.get(language)))
          .as(language)
          .isEqualTo(english);
    }
    assertThat(written("c", Map.of("LC_ALL", "C"))).as("C").isEqualTo(english);
  }

  private Path pictures() throws IOException, InterruptedException {
    Path pictures = Files.createDirectories(folder.resolve("pictures"));
    Path plain = pictures.resolve("plain.png");
    ImageIO.write(new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB), "png", plain.toFile());
    Files.writeString(pictures.resolve("plain.txt"), "a picture");
    // This JVM's own locale may not have the character.
    Process copying =
        new ProcessBuilder(
                "sh",
                "-c",
                "cp plain.png \"$(printf '\\303\\251').png\" && cp plain.txt \"$(printf '\\303\\251').txt\"")
            .directory(pictures.toFile())
            .start();
    assertThat(copying.waitFor()).isZero();
    return pictures;
  }

  private Elsewhere.Result embedded(Path pictures, String locale)
      throws IOException, InterruptedException {
    return FastStart.get()
        .elsewhere(folder, Map.of("LC_ALL", locale))
        .then("embed --input-dataset " + pictures + " --model " + model() + " --out store --quiet")
        .run();
  }

  @Test
  void aNameThatTheLocaleHasNoCharactersForIsRefusedInALine()
      throws IOException, InterruptedException {
    Path pictures = pictures();

    Elsewhere.Result result = embedded(pictures, "C");

    assertThat(result.exitCode()).as(result.said()).isEqualTo(1);
    assertThat(result.said())
        .hasLineCount(1)
        .startsWith("falcon embed: " + pictures + ": holds a file whose name is not in the")
        .endsWith("; a UTF-8 locale, such as LC_ALL=C.UTF-8, reads it\n");
  }

  @Test
  void itIsReadInALocaleThatHasThem() throws IOException, InterruptedException {
    assumeTrue(
        new ProcessBuilder("sh", "-c", "LC_ALL=C.UTF-8 locale charmap | grep -q UTF-8")
                .start()
                .waitFor()
            == 0,
        "skipped: there is no locale C.UTF-8 here");

    Elsewhere.Result result = embedded(pictures(), "C.UTF-8");

    assertThat(result.exitCode()).as(result.said()).isZero();
    assertThat(result.said()).contains("2 rows of");
  }
}
