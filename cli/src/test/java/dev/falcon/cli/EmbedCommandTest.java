// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbedCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int falcon(String... arguments) {
    return Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
  }

  private static String data(String name) {
    Path path = Path.of(System.getProperty("falcon.testdata", "absent")).resolve(name);
    assumeThat(path).as("the test data folder has no " + name).exists();
    return path.toString();
  }

  @Test
  void embedsTarsAndSaysHowFast() {
    String store = folder.resolve("store").toString();

    int exit =
        falcon(
            "embed",
            "--input_dataset",
            data("emoji/emoji-1.tar"),
            "--model",
            data("emoji-model"),
            "--output_folder",
            store,
            "--output_format",
            "clip-retrieval",
            "--dtype",
            "float16",
            "--num_prepro_workers",
            "2",
            "--quiet");

    assertThat(exit).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains(store + ": ")
        .contains("rows of 64-d vectors from ")
        .contains("samples/s")
        .contains("inference");
    assertThat(folder.resolve("store/img_emb/img_emb_0000.npy")).exists();
    assertThat(folder.resolve("store/store.json")).exists();
  }

  @Test
  void endsWithThreeWhereRowsAreRejected() throws JsonProcessingException {
    String store = folder.resolve("store").toString();

    int exit =
        falcon(
            "embed",
            "--input-dataset",
            data("emoji/emoji-1.tar") + "::" + data("emoji/emoji-1.tar"),
            "--model",
            data("emoji-model"),
            "--out",
            store,
            "--device",
            "cpu",
            "--json",
            "--quiet");

    assertThat(exit).as(err.toString()).isEqualTo(3);
    JsonNode result = Json.mapper().readTree(out.toString());
    assertThat(result.get("rejects").asInt()).isEqualTo(result.get("rows").asInt());
    assertThat(result.get("stage_seconds").get("INFERENCE").asDouble()).isPositive();
    assertThat(folder.resolve("store/rejects.parquet")).exists();
  }

  @Test
  void aCaptionOfTwoLinesIsOneRowAndIsCounted() throws IOException {
    Path photos = Files.createDirectory(folder.resolve("photos"));
    ImageIO.write(
        new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB),
        "png",
        photos.resolve("a.png").toFile());
    Files.writeString(photos.resolve("a.txt"), "a red circle\nleft of a square\n");
    Cli.Result one = embed(photos, "one");
    assertThat(one.exitCode()).as(one.errors()).isZero();
    assertThat(one.output()).contains("1 row of 64-d vectors");
    assertThat(one.errors())
        .contains(
            "note: 1 caption file with line breaks, first that of 'a'; if these are separate"
                + " captions, read each line as one (--caption-lines each)");
    Cli.Result each = embed(photos, "each", "--caption-lines", "each");
    assertThat(each.output()).contains("2 rows of 64-d vectors");
    assertThat(each.errors()).doesNotContain("line breaks");
    Cli.Result unknown = embed(photos, "two", "--caption-lines", "two");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.errors()).contains("--caption-lines").containsIgnoringCase("each");
  }

  private Cli.Result embed(Path dataset, String store, String... more) {
    Path model = Path.of(System.getProperty("falcon.home"), "onnx-models/scenes-tiny");
    List<Object> words = new ArrayList<>(List.of("embed", "--quiet", "--model", model));
    words.addAll(List.of("--input-dataset", dataset, "--out", folder.resolve(store)));
    words.addAll(List.of(more));
    return Cli.launch(words.toArray());
  }

  @Test
  void namesWhatIsMissingAsTheHelpDoes() {
    Cli.Result result = Cli.launch("embed", "--input-dataset", "scenes:test");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors())
        .isEqualTo("falcon embed: needs --model DIR and --out DIR\nTry 'falcon embed --help'.\n");
  }

  @Test
  void namesTheFormatsThatItWrites() {
    int exit =
        falcon(
            "embed",
            "--input-dataset",
            "scenes:test,count=3",
            "--model",
            data("emoji-model"),
            "--out",
            folder.resolve("store").toString(),
            "--output-format",
            "hdf5");

    assertThat(exit).isEqualTo(2);
    assertThat(err.toString()).contains("'hdf5'").contains("use arrow or clip-retrieval");
  }

  @Test
  void tasksEmbedPartsAndMergeMakesTheStore() {
    String store = folder.resolve("store").toString();
    String[] task = {
      "embed",
      "--input-dataset={0..1}",
      "--model=" + Path.of("..", "onnx-models", "scenes-tiny"),
      "--out=" + store,
      "--quiet",
      "--shard=1/2"
    };
    for (int i = 0; i < 2; i++) {
      Path tar = folder.resolve("scenes-" + i);
      assertThat(
              falcon(
                  "data",
                  "generate",
                  "scenes",
                  "--count",
                  "40",
                  "--seed",
                  "" + i,
                  "--out",
                  "" + tar,
                  "--quiet"))
          .as(err.toString())
          .isZero();
    }
    task[1] = "--input-dataset=" + folder + "/scenes-0/*.tar::" + folder + "/scenes-1/*.tar";
    assertThat(falcon(task)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("task 1/2 embedded 1 part", "1 of 2 parts is still");
    assertThat(falcon("merge", store)).isEqualTo(1);
    assertThat(err.toString())
        .contains(store + ": 1 of 2 parts is missing; embed them by tasks --array=0 of 2");
    task[5] = "--shard=0/2";
    assertThat(falcon(task)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("falcon merge " + store + " completes the store");
    assertThat(falcon("merge", store, "--out=x.parquet")).isEqualTo(2);
    int merged = falcon("merge", store);
    assertThat(merged).as(err.toString()).isIn(0, 3);
    assertThat(falcon("merge", store)).as(err.toString()).isEqualTo(merged);
    assertThat(falcon("merge", store, "--accept-rejects")).isZero();
    assertThat(falcon(task)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("task 0/2 embedded 0 parts, and found 1 already done");
    assertThat(folder.resolve("store/store.json")).exists();
    assertThat(folder.resolve("store/parts")).doesNotExist();
  }
}
