// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetCommandsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int falcon(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
  }

  @Test
  void inspectSaysWhatADatasetIs() {
    int exit = falcon("data", "inspect", "scenes:test,count=20");

    assertThat(exit).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("scenes:test: scenes, 1 shard")
        .containsPattern("images +20\n")
        .contains("images: png 20")
        .contains("test-0000000: ");
  }

  @Test
  void inspectFindsBrokenImagesUnlessDecodingIsOff() throws IOException {
    Files.writeString(folder.resolve("a.jpg"), "no image");
    String dataset = folder.toString();

    assertThat(falcon("data", "inspect", dataset)).isEqualTo(3);
    assertThat(out.toString()).contains(", a: the image cannot be decoded: ");
    assertThat(falcon("data", "inspect", dataset, "--no-decode")).isZero();
  }

  @Test
  void reportsWhyNothingCouldBeEmbedded() throws IOException {
    Path table = folder.resolve("x.csv");
    Files.writeString(table, "image,caption\nno/a.png,a cat\nno/b.png,a dog\n");
    Path store = folder.resolve("store");
    String model = System.getProperty("falcon.home") + "/onnx-models/scenes-tiny";

    int exit =
        falcon("embed", "--input-dataset=" + table, "--model=" + model, "--out=" + store, "-q");

    assertThat(exit).isEqualTo(1);
    assertThat(err.toString())
        .contains("2 of 2 rejected: there is no file 'no/a.png' below the image root (--image-root")
        .hasLineCount(1);
    String rejects = store.resolve("rejects.parquet").toString();
    assertThat(falcon("data", "inspect", rejects)).isZero();
    assertThat(out.toString())
        .contains("the rows that a command rejected, 2,")
        .containsPattern("there is no file 'no/a.png' below the image root +2\n")
        .containsPattern("x.csv +2\n");
    assertThat(falcon("data", "inspect", rejects, "--json")).isZero();
    assertThat(Json.mapper().readTree(out.toString()).at("/reasons/0/rows").asInt()).isEqualTo(2);
  }

  @Test
  void inspectWritesAPageOnceAndPrintsJson() throws JsonProcessingException {
    String page = folder.resolve("page.html").toString();

    assertThat(falcon("data", "inspect", "scenes:test,count=3", "--html", page, "--json")).isZero();
    JsonNode printed = Json.mapper().readTree(out.toString());
    assertThat(printed.path("samples").asInt()).isEqualTo(3);
    assertThat(folder.resolve("page.html")).content().contains("data:image/png;base64,");
    assertThat(falcon("data", "inspect", "scenes:test,count=3", "--html", page)).isEqualTo(2);
    assertThat(err.toString()).contains("--overwrite");
  }

  @Test
  void convertListsRejectsAndSaysSoInItsExitCode() throws IOException {
    Path table = folder.resolve("x.csv");
    Files.writeString(table, "pic;words\nnone.jpg;gone\n;kept\n");
    String output = folder.resolve("out").toString();

    int exit =
        falcon(
            "data",
            "convert",
            table.toString(),
            "--image-col",
            "pic",
            "--caption-col",
            "words",
            "--csv-separator",
            ";",
            "--out",
            output);

    assertThat(exit).as(err.toString()).isEqualTo(3);
    assertThat(out.toString())
        .startsWith(
            output + ": 1 sample in 1 webdataset file\nwarning: rows rejected: 1, listed in ")
        .containsPattern("rejects.parquet; the first: .+: .+");
    assertThat(folder.resolve("out/rejects.parquet")).exists();
    assertThat(falcon("data", "inspect", output)).isZero();
  }

  @Test
  void namesWhatIsWrongWithARequest() {
    assertThat(falcon("data", "inspect", folder + "/none.tar")).isEqualTo(2);
    assertThat(err.toString()).contains("there is no such file or folder");
    assertThat(falcon("data", "inspect", folder.toString(), "--input-format", "tfrecord"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("webdataset, parquet, arrow, json");
  }
}
