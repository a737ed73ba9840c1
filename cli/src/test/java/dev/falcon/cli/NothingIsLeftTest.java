package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A command that has ended leaves nothing in the folder for temporary files. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class NothingIsLeftTest {
  @TempDir private Path folder;

  private void run(String command, int exitCode) throws IOException, InterruptedException {
    Path temporary = Files.createDirectories(folder.resolve("temporary"));
    Elsewhere.Result result =
        new Elsewhere(folder, Map.of(), "-Djava.io.tmpdir=" + temporary).then(command).run();
    assertThat(result.exitCode()).as(result.said()).isEqualTo(exitCode);
    assertThat(temporary).as(command).isEmptyDirectory();
  }

  @Test
  void afterCommandsOfAllKinds() throws IOException, InterruptedException {
    Path model = Path.of(System.getProperty("falcon.home"), "onnx-models/scenes-tiny");
    run("data generate scenes --count 60 --out data --quiet", 0);
    run("embed --input-dataset data --model " + model + " --out vectors --quiet", 0);
    run("embed --input-dataset missing --model " + model + " --out other --quiet", 2);
    run("model verify " + model, 0);
    run(
        "mine --embeddings vectors --quantiles 0.9 --search-space 60 --batch-size 10"
            + " --out plan.parquet --quiet",
        0);
    run("audit-fn --embeddings vectors --plan plan.parquet --out audit --quiet", 0);
    run(
        "train --preset scenes-tiny --config "
            + TinyRuns.file()
            + " --set train.epochs=1 --cache cache --out run --quiet",
        0);
    run("export run --out exported --quiet", 0);
  }
}
