// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scripts of the page on many machines, run as they stand there but for places, sizes and the
 * scheduler, in whose stead a loop sets what Slurm or Kubernetes sets.
 */
@DisabledOnOs(OS.WINDOWS)
class SlurmScriptsTest {
  private static final Path PAGE =
      Path.of(System.getProperty("falcon.home"), "docs/how-to/many-machines.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
  private static final List<String> SIZES =
      List.of("--quantiles", "falcon+", "--search-space", "40", "--batch-size", "10");

  /** Runs a script, or the command of --wrap, once for each task of its array. */
  private static final String SBATCH =
      """
      #!/bin/bash
      array= wrap=
      while [ $# -gt 0 ]; do
        case $1 in
          --array=*) array=${1#*=} ;;
          --wrap) wrap=$2; shift ;;
          --*) ;;
          *) break ;;
        esac
        shift
      done
      [ -n "$array" ] || array=$(sed -n 's/^#SBATCH --array=//p' "$1")
      ids=
      for range in ${array//,/ }; do ids="$ids $(seq "${range%-*}" "${range#*-}" | tr '\\n' ' ')"; done
      export SLURM_CPUS_PER_TASK=2
      export SLURM_ARRAY_TASK_MIN=$(echo $ids | cut -d' ' -f1)
      export SLURM_ARRAY_TASK_MAX=$(echo $ids | awk '{print $NF}')
      export SLURM_ARRAY_TASK_COUNT=$(echo $ids | wc -w)
      for SLURM_ARRAY_TASK_ID in $ids; do
        export SLURM_ARRAY_TASK_ID
        if [ -n "$wrap" ]; then bash -c "$wrap"; else bash "$@"; fi
      done
      """;

  /** Falcon; but the node of task 1 is lost, once. */
  private static final String FALCON =
      """
      #!/bin/sh
      if [ "$SLURM_ARRAY_TASK_ID" = 1 ] && mkdir "$LOST" 2>/dev/null; then kill -9 $$; fi
      exec JAVA dev.falcon.cli.Main "$@"
      """;

  @TempDir private Path folder;

  @BeforeEach
  void writeStoreAndStandIns() throws IOException, InterruptedException {
    writeStore("store", 430);
    Files.createDirectory(folder.resolve("bin"));
    program("sbatch", SBATCH);
    program("falcon", FALCON.replace("JAVA", FastStart.get().inShell()));
  }

  /** A store, whose keys begin again after some rows; a key that comes again is rejected. */
  private void writeStore(String name, int keys) {
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT16,
            8,
            100,
            true,
            true,
            Provenance.of("test", 0, Map.of(), List.of()));
    RandomStream random = RandomStream.of(1, "slurm");
    try (StoreWriter writer = StoreWriter.open(folder.resolve(name), options, false)) {
      for (int row = 0; row < 430; row++) {
        float[] vectors = new float[16];
        for (int k = 0; k < vectors.length; k++) {
          vectors[k] = (float) random.nextGaussian();
        }
        writer.append(
            "k" + row % keys,
            Optional.of("i" + row / 2),
            Optional.of("c" + row),
            vectors,
            0,
            vectors,
            8);
      }
      writer.finish();
    }
  }

  private void program(String name, String script) throws IOException {
    Path file = Files.writeString(folder.resolve("bin").resolve(name), script);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private record Ended(int exitCode, String said) {}

  private Ended bash(String... words) throws IOException, InterruptedException {
    ProcessBuilder process = new ProcessBuilder(words).directory(folder.toFile());
    Map<String, String> environment = process.environment();
    environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
    environment.put("LOST", folder.resolve("lost").toString());
    environment.put("CLASSPATH", FastStart.get().classPath());
    Process begun = process.redirectErrorStream(true).start();
    String said = new String(begun.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(begun.waitFor(), said);
  }

  /** Code of the page that holds these words, with this machine's places and sizes. */
  private String code(String words) throws IOException {
    Matcher block = BLOCK.matcher(Files.readString(PAGE));
    while (block.find()) {
      if (block.group(2).contains(words)) {
        return block
            .group(2)
            .replace("--quantiles falcon+", String.join(" ", SIZES))
            .replace("--array=0-15", "--array=0-2")
            .replace("--memory 14g", "--memory 1g")
            .replace("/scratch", folder.toString());
      }
    }
    throw new AssertionError("the page has no code with " + words);
  }

  @Test
  void everyScriptIsBash() throws IOException, InterruptedException {
    Matcher block = BLOCK.matcher(Files.readString(PAGE));
    int scripts = 0;
    while (block.find()) {
      if (block.group(1).equals("bash")) {
        Path script = Files.writeString(folder.resolve("script.sh"), block.group(2));
        Ended checked = bash("bash", "-n", script.toString());
        assertThat(checked.exitCode()).as(checked.said() + block.group(2)).isZero();
        scripts++;
      }
    }
    assertThat(scripts).isGreaterThanOrEqualTo(6);
  }

  /** What Kubernetes does with a job, but for trying again: runs a pod for each index. */
  private int podsThatFailed(String yaml) throws IOException, InterruptedException {
    Matcher said = Pattern.compile("(?m)^  completions: (\\d+)$").matcher(yaml);
    int completions = said.find() ? Integer.parseInt(said.group(1)) : 0;
    Matcher command = Pattern.compile("(?s)command: \\[(.*?)]").matcher(yaml);
    assertThat(command.find()).as(yaml).isTrue();
    String line = String.join(" ", command.group(1).split(",\\s*"));
    int failed = 0;
    for (int index = 0; index < Math.max(1, completions); index++) {
      String environment =
          completions == 0
              ? ""
              : "JOB_COMPLETION_INDEX=" + index + " JOB_COMPLETIONS=" + completions + " ";
      Ended pod = bash("bash", "-c", environment + line);
      failed += pod.exitCode() == 0 ? 0 : 1;
    }
    return failed;
  }

  @Test
  void theJobsOfThePageAreCompleteThoughRowsWereRejected()
      throws IOException, InterruptedException {
    writeStore("data", 400);
    Files.move(folder.resolve("data"), Files.createDirectory(folder.resolve("d")).resolve("store"));
    String mine =
        code("kind: Job\nmetadata:\n  name: mine\n")
            .replace("completions: 16", "completions: 2")
            .replace("value: \"16\"", "value: \"2\"")
            .replace("--quantiles, falcon+", String.join(", ", SIZES))
            .replace("/data/", folder + "/d/");
    assertThat(mine).contains("name: JOB_COMPLETIONS\n              value: \"2\"");
    assertThat(podsThatFailed(mine)).isZero();
    String merge = code("kind: Job\nmetadata:\n  name: merge\n").replace("/data/", folder + "/d/");
    assertThat(podsThatFailed(merge)).isZero();
    assertThat(podsThatFailed(merge)).as("again").isZero();
    assertThat(folder.resolve("d/plan/rejects.parquet")).exists();
    assertThat(podsThatFailed(mine)).as("again").isZero();
    assertThat(Cli.launch("merge", folder.resolve("d/plan")).exitCode()).isEqualTo(3);
  }

  @Test
  void anArrayThatLosesATaskIsMendedByWhatTheMergePrints()
      throws IOException, InterruptedException {
    Files.writeString(folder.resolve("mine.sh"), code("# mine.sh"));
    Files.writeString(folder.resolve("merge.sh"), code("# merge.sh"));
    Path plan = folder.resolve("plan");

    Ended mined = bash("bash", "-c", "sbatch --parsable mine.sh");
    assertThat(mined.exitCode()).as(mined.said()).isZero();
    Ended early = bash("bash", "merge.sh", plan.toString());
    assertThat(early.exitCode()).as(early.said()).isEqualTo(1);
    Matcher missing =
        Pattern.compile("of 11 parts (?:is|are) missing; mine them by tasks (--array=\\S+) of 3")
            .matcher(early.said());
    assertThat(missing.find()).as(early.said()).isTrue();

    String again =
        code("sbatch --array=3,11 --wrap")
            .replace("--array=3,11", missing.group(1))
            .replace("TASK_ID/16", "TASK_ID/3");
    Ended mended = bash("bash", "-c", again);
    assertThat(mended.said()).contains("all 11 parts are done");
    assertThat(bash("bash", "merge.sh", plan.toString()).exitCode()).isZero();

    Path merged = folder.resolve("merged.parquet");
    assertThat(Cli.launch("merge", plan, "--out", merged).exitCode()).isZero();
    Path alone = folder.resolve("alone.parquet");
    Object[] single = {
      "mine",
      "--embeddings",
      folder.resolve("store"),
      "--out",
      alone,
      "--quiet",
      "",
      "",
      "",
      "",
      "",
      ""
    };
    System.arraycopy(SIZES.toArray(), 0, single, 6, 6);
    assertThat(Cli.launch(single).exitCode()).isZero();
    assertThat(merged).hasSameBinaryContentAs(alone);
  }
}
