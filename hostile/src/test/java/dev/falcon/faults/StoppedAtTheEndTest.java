// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.file.Json;
import dev.falcon.data.work.FolderLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A run that is stopped when all is written but not all is removed that it needed: the same command
 * removes it, whatever it says of the output that is there.
 */
class StoppedAtTheEndTest {
  private static final Path HOME = Path.of(System.getProperty("falcon.home"));
  private static final String SCENES = "--input-dataset=scenes:test,count=20";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "data generate scenes --count=20 --out=OUT | .lock;scenes.unfinished.json",
        "embed SCENES MODEL --out=OUT | .lock;store.unfinished.json;unfinished/request.json",
        "mine --embeddings=STORE --quantiles=random --search-space=20 --batch-size=4 --out=OUT/plan.csv | plan.csv.work/.lock;plan.csv.work/request.json;plan.csv.work/a.space",
        "mine --embeddings=STORE --quantiles=random --search-space=20 --batch-size=4 --out=OUT | .lock",
        "audit-fn --quantiles=0 --embeddings=STORE SCENES MODEL --out=OUT | .lock;pairs.parquet.work/request.json;pairs.parquet.work/a",
        "eval retrieval SCENES MODEL --output-dir=OUT | .lock",
      })
  void theSameCommandRemovesWhatIsLeft(String words, String left) throws Exception {
    Path output = folder.resolve("out");
    Path store = folder.resolve("store");
    if (words.contains("STORE")) {
      assertThat(run("embed SCENES MODEL --out=" + store).exitCode()).isZero();
    }
    String command = words.replace("OUT", output.toString()).replace("STORE", store.toString());
    assertThat(run(command).exitCode()).isZero();
    Path whole = folder.resolve("whole");
    Trees.copy(output, whole);
    for (String name : left.split(";", -1)) {
      Path file = output.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, content(output, name));
    }

    Cli.Result again = run(command);

    assertThat(again.errors().lines()).hasSizeLessThan(2);
    assertThat(Trees.difference(output, whole)).isEmpty();
  }

  /** What a run writes into a file that it removes at its end. */
  private static String content(Path output, String name) {
    if (name.endsWith(FolderLock.FILE_NAME)) {
      return "4194305";
    }
    if (!name.endsWith("request.json")) {
      return "";
    }
    JsonNode request =
        switch (name.split("/", 2)[0]) {
          case "plan.csv.work" -> Json.readTree(output.resolve("plan.csv.json")).get("provenance");
          case "pairs.parquet.work" -> {
            JsonNode audit = Json.readTree(output.resolve("audit.json")).get("provenance");
            // Tasks on several devices share a request.
            assertThat(((ObjectNode) audit.get("options")).remove("device")).isNotNull();
            yield audit;
          }
          default -> Json.readTree(output.resolve("store.json"));
        };
    return Json.pretty(request);
  }

  private static Cli.Result run(String words) {
    List<Object> arguments = new ArrayList<>();
    for (String word : words.split(" ", -1)) {
      arguments.add(
          word.replace("SCENES", SCENES)
              .replace("MODEL", "--model=" + HOME.resolve("onnx-models/scenes-tiny")));
    }
    arguments.add("--quiet");
    return Cli.launch(arguments.toArray());
  }
}
