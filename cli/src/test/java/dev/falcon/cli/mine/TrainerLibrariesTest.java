package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.falcon.cli.Cli;
import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lists from a whole corpus, read by the Python libraries that train on them. The property {@code
 * falcon.python} names another interpreter than {@code python3}; a library that it has not is
 * skipped.
 */
class TrainerLibrariesTest {
  private static final int ROWS = 40;
  private static final int DIMENSION = 8;
  private static final int NOT_INSTALLED = 77;

  @TempDir private Path folder;

  @BeforeEach
  void mine() {
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            DIMENSION,
            ROWS,
            true,
            true,
            Provenance.of("test", 0, Map.of(), List.of()));
    RandomStream random = RandomStream.of(1, "store");
    float[] vectors = new float[2 * DIMENSION];
    try (StoreWriter writer = StoreWriter.open(folder.resolve("store"), options, false)) {
      for (int row = 0; row < ROWS; row++) {
        for (int k = 0; k < vectors.length; k++) {
          vectors[k] = (float) random.nextGaussian();
        }
        writer.append(
            "k" + row,
            Optional.of("i" + row / 2),
            Optional.of("words " + row),
            vectors,
            0,
            vectors,
            DIMENSION);
      }
      writer.finish();
    }
    mine("keys.jsonl", "--columns=n-tuple");
    mine("n-tuple.parquet", "--columns=n-tuple", "--texts");
    mine("triplet.parquet", "--columns=triplet", "--texts", "--output-scores");
    mine("labeled-pair.parquet", "--columns=labeled-pair", "--texts");
    mine("labeled-list.parquet", "--columns=labeled-list", "--texts");
    mine("flagembedding.jsonl", "--columns=flagembedding", "--output-scores");
  }

  private void mine(String name, String... form) {
    List<Object> arguments =
        new ArrayList<>(
            List.of(
                "mine",
                "--quiet",
                "--output=negatives",
                "--corpus",
                "--direction=text-text",
                "--num-negatives=2",
                "--embeddings=" + folder.resolve("store"),
                "--out=" + folder.resolve(name)));
    arguments.addAll(List.of(form));
    Cli.Result result = Cli.launch(arguments.toArray());
    assertThat(result.exitCode()).as(result.errors()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"contract", "datasets", "sentence_transformers", "FlagEmbedding"})
  void aLibraryReadsTheListsOfTheKeys(String library) throws Exception {
    Path script =
        Path.of(TrainerLibrariesTest.class.getResource("/trainers/read_lists.py").toURI());
    ProcessBuilder builder =
        new ProcessBuilder(
            System.getProperty("falcon.python", "python3"),
            "-B",
            script.toString(),
            library,
            folder.toString());
    Process process;
    try {
      process = builder.directory(folder.toFile()).redirectErrorStream(true).start();
    } catch (IOException e) {
      assumeThat(false).as("no python3 here: " + e.getMessage()).isTrue();
      return;
    }
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    int exitCode = process.waitFor();

    if (exitCode == NOT_INSTALLED && !library.equals("contract")) {
      assertThat(output).startsWith("skipped: ").hasLineCount(1);
      assumeThat(exitCode).as(output).isZero();
    }
    assertThat(exitCode).as(output).isZero();
    assertThat(output).endsWith("read");
  }
}
