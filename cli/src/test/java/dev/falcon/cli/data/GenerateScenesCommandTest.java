// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.cli.Main;
import dev.falcon.data.file.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateScenesCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int falcon(String... arguments) {
    return Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
  }

  @Test
  void generatesADatasetAndSaysWhatIsInIt() {
    String output = folder.resolve("scenes").toString();

    int exit = falcon("data", "generate", "scenes", "--count", "200", "--out", output);

    assertThat(exit).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains(output + ": 200 images with 200 captions (train) in 1 file")
        .contains("true pairs: ")
        .contains("mean matches");
    assertThat(folder.resolve("scenes/00000.tar")).exists();
    assertThat(folder.resolve("scenes/truth/pairs.parquet")).exists();
  }

  @Test
  void jsonIsTheSummaryThatIsWritten() throws JsonProcessingException {
    int exit =
        falcon(
            "data",
            "generate",
            "scenes",
            "--count",
            "30",
            "--split",
            "test",
            "--json",
            "--truth",
            "jsonl",
            "--format",
            "parquet",
            "--out",
            folder.toString());

    assertThat(exit).as(err.toString()).isZero();
    JsonNode printed = Json.mapper().readTree(out.toString());
    ObjectNode written = (ObjectNode) Json.readTree(folder.resolve("scenes.json"));
    assertThat(written.remove("files").findValuesAsText("name"))
        .contains("00000.parquet", "truth/pairs.jsonl");
    written.remove("record_sha256");
    assertThat(written).isEqualTo(printed);
    assertThat(printed.path("split").textValue()).isEqualTo("test");
    assertThat(folder.resolve("truth/pairs.jsonl")).exists();
  }

  @Test
  void wrongRequestsAndAnExistingFolderEndWithTwo() {
    String output = folder.toString();

    assertThat(falcon("data", "generate", "scenes", "--image-size", "30", "--out", output))
        .isEqualTo(2);
    assertThat(falcon("data", "generate", "scenes", "--split", "dev", "--out", output))
        .isEqualTo(2);
    assertThat(falcon("data", "generate", "scenes", "--count", "ten", "--out", output))
        .isEqualTo(2);
    assertThat(falcon("data", "generate", "scenes")).isEqualTo(2);
    assertThat(falcon("data", "generate")).isEqualTo(2);
    assertThat(folder).isEmptyDirectory();
    assertThat(falcon("data", "generate", "scenes", "--count", "3", "--out", output)).isZero();
    assertThat(falcon("data", "generate", "scenes", "--count", "3", "--out", output)).isEqualTo(2);
    assertThat(err.toString())
        .contains("already exists; name another folder, or overwrite it (--overwrite)");
  }
}
