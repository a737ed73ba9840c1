// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.falcon.cli.FastStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The workflows of "Run in a pipeline", as the page has them, where make and snakemake are there.
 */
class PipelinesTest {
  private static final Path HOME = Path.of(System.getProperty("falcon.home"));
  private static final Path PAGE = HOME.resolve("docs/how-to/run-in-a-pipeline.md");
  private static final List<String> OUTPUTS =
      List.of("data/scenes.json", "store/store.json", "plan.parquet", "audit/audit.json");

  @TempDir private Path folder;

  @BeforeEach
  void writePrograms() throws Exception {
    StandIns.write(folder.resolve("bin"));
  }

  private static String block(String language, String words) throws IOException {
    Matcher block =
        Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```$").matcher(Files.readString(PAGE));
    while (block.find()) {
      if (block.group(1).contains(words)) {
        return block.group(1);
      }
    }
    throw new AssertionError("the page has no " + language + " with " + words);
  }

  private static void assumeOnPath(String program) {
    assumeThat(Stream.of(System.getenv("PATH").split(":")).map(Path::of))
        .as("a folder of PATH with " + program)
        .anyMatch(bin -> Files.isExecutable(bin.resolve(program)));
  }

  private Process begin(Path at, String... command) throws Exception {
    ProcessBuilder process = new ProcessBuilder(command).directory(at.toFile());
    Map<String, String> environment = process.environment();
    environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
    environment.put("FALCON_HOME", HOME.toString());
    environment.put("FALCON_CACHE", folder.resolve("cache").toString());
    environment.put("CLASSPATH", FastStart.get().classPath());
    return process
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(at.resolve("said").toFile()))
        .start();
  }

  private void run(Path at, String... command) throws Exception {
    int exitCode = begin(at, command).waitFor();
    assertThat(exitCode).as(Files.readString(at.resolve("said"))).isZero();
  }

  private static String model() {
    return HOME.resolve("onnx-models/scenes-tiny").toString();
  }

  private Path make() throws Exception {
    Path made = Files.createDirectory(folder.resolve("make"));
    Files.writeString(made.resolve("Makefile"), block("makefile", "plan.verified"));
    run(made, "make", "MODEL=" + model());
    return made;
  }

  @Test
  void theMakefileRunsToItsEndAndHasNothingMoreToDo() throws Exception {
    assumeOnPath("make");
    Path made = make();
    for (String output : OUTPUTS) {
      assertThat(made.resolve(output)).isNotEmptyFile();
    }
    run(made, "make", "--question", "MODEL=" + model());
  }

  @Test
  void aStoppedSnakefileContinuesToTheSameBytes() throws Exception {
    assumeOnPath("make");
    assumeOnPath("snakemake");
    Path flow = Files.createDirectory(folder.resolve("flow"));
    Files.writeString(flow.resolve("Snakefile"), block("python", "rule mine"));
    String[] command = {
      "snakemake", "--cores", "2", "--rerun-incomplete", "--config", "model=" + model()
    };
    Process first = begin(flow, command);
    while (first.isAlive() && !Files.exists(flow.resolve("store"))) {
      first.waitFor(20, TimeUnit.MILLISECONDS);
    }
    assertThat(first.isAlive()).as("stopped while it embeds").isTrue();
    first.descendants().forEach(ProcessHandle::destroy);
    first.destroy();
    first.waitFor();
    assertThat(flow.resolve("plan.parquet")).doesNotExist();
    run(flow, "snakemake", "--unlock", "--cores", "1", "--config", "model=" + model());

    run(flow, command);

    Path made = make();
    for (String output : List.of("store/store.json", "plan.parquet", "plan.parquet.json")) {
      assertThat(flow.resolve(output)).hasSameBinaryContentAs(made.resolve(output));
    }
    assertThat(flow.resolve("retrieval/retrieval.json")).isNotEmptyFile();
  }
}
