// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.eval.datacomp.run.DataComp;
import dev.falcon.eval.datacomp.run.DataCompRequest;
import dev.falcon.eval.metric.FaceMetrics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Evaluation datasets with one thing wrong in them: one line that names the file or the folder. */
class WrongDatasetsTest {
  private static final byte[] NO_TEXT = {(byte) 0xff, (byte) 0xfe, 'a'};
  private static final String TABLE = "winogavil/winogavil_dataset.csv";
  private static final String UNPACKED = "mscoco_2014_5k_test_image_text_retrieval";

  @TempDir private Path data;

  private interface Damage {
    void to(Path data) throws IOException;
  }

  static Stream<Arguments> damages() {
    return Stream.of(
        broken(
            "nshards.txt: cannot be read",
            data -> Files.write(cifar10(data).resolve("test/nshards.txt"), NO_TEXT)),
        broken(
            "nshards.txt: must say 1 shard or more; says 0",
            data -> Files.writeString(cifar10(data).resolve("test/nshards.txt"), "0")),
        broken(
            "classnames.txt: is not UTF-8 text",
            data -> Files.write(cifar10(data).resolve("classnames.txt"), NO_TEXT)),
        broken(
            "classnames.txt: cannot be read, and it must hold a class name a line",
            data -> Files.delete(cifar10(data).resolve("classnames.txt"))),
        broken(
            "templates.txt: holds no template for 'race'; its lines must begin with 'race:'",
            data -> faces(data, "a photo of a {c}.")),
        broken(
            "wds_fairface_test: holds no usable sample; the sample has no metadata (.npy)",
            data -> faces(data, "race:a {c}", "gender:a {c}", "age:a {c}", "toxic:a {c}")),
        broken(
            TABLE + ": must have the columns cue, candidates and associations; has [a, b]",
            data -> write(data.resolve(TABLE), "a,b\n1,2\n")),
        broken(
            TABLE + ": cannot be read",
            data -> Files.createDirectories(data.resolve(TABLE).getParent())),
        broken(
            "winogavil: holds no usable instance",
            data -> {
              Files.createDirectories(data.resolve("winogavil/winogavil_images"));
              write(
                  data.resolve(TABLE),
                  "cue,candidates,associations\ncat,\"[\"\"gone\"\"]\",\"[\"\"gone\"\"]\"\n");
            }),
        broken(
            UNPACKED + ": must hold one .csv file with one row per image; holds 2",
            data -> {
              write(data.resolve(UNPACKED).resolve("a.csv"), "raw,filename\n");
              write(data.resolve(UNPACKED).resolve("b.csv"), "raw,filename\n");
            }));
  }

  private static Arguments broken(String message, Damage damage) {
    return arguments(message, damage);
  }

  private static Path cifar10(Path data) {
    return TinyData.write(
        data.resolve("wds_cifar10_test"),
        List.of("cat", "dog"),
        List.of(TinyData.labelled("s0", "cat", 0)));
  }

  private static void faces(Path data, String... templates) throws IOException {
    Path folder =
        TinyData.write(
            data.resolve("wds_fairface_test"),
            FaceMetrics.OBJECTIVES.stream().map(objective -> objective + ":cat").toList(),
            List.of(TinyData.labelled("s0", "cat", 0)));
    Files.write(
        folder.resolve("zeroshot_classification_templates.txt"),
        List.of(templates),
        StandardCharsets.UTF_8);
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("damages")
  void areRefusedInALine(String message, Damage damage) throws IOException {
    damage.to(data);
    refused(message);
  }

  private void refused(String message) {
    assertThatThrownBy(this::run)
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(data.toString())
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  private DataComp.Result run() {
    LetterEmbedder model = new LetterEmbedder("model");
    DataCompRequest request =
        new DataCompRequest(
            data, data.resolve("out"), List.of(), DataCompRequest.OnMissing.SKIP, true, false);
    return new DataComp(request, model, model.fingerprint(), Progress.NONE).run();
  }

  @ParameterizedTest
  @CsvSource({"null", "'[1]'", "'{\"a\": 3}'"})
  void aCacheOfDigestsThatIsNoneIsNamed(String json) throws IOException {
    Path dataset = cifar10(data);
    run();
    try (Stream<Path> files = Files.walk(data.resolve("out"))) {
      for (Path file : files.filter(f -> f.endsWith("file-hashes.json")).toList()) {
        Files.writeString(file, json);
      }
    }
    Files.writeString(dataset.resolve("classnames.txt"), "cat\nhorse\n");

    refused("file-hashes.json: this cache file is broken; delete it");
  }

  @Test
  void resultsThatCannotBeReadAreNamed() throws IOException {
    cifar10(data);
    run();
    Path results = data.resolve("out/eval_results.jsonl");
    Files.delete(results);
    Files.createDirectory(results);

    refused("eval_results.jsonl: cannot be read: ");
  }

  @Test
  void aResultThatTheCacheDoesNotKnowIsNamed() throws IOException {
    cifar10(data);
    run();
    Path results = data.resolve("out/eval_results.jsonl");
    Files.writeString(
        results, "{\"key\": \"gtsrb\", \"dataset\": \"GTSRB\", \"metrics\": {\"acc1\": 1.0}}\n");

    refused("eval_results.jsonl: the result of gtsrb is not in run.json");
    assertThat(results).exists();
  }
}
