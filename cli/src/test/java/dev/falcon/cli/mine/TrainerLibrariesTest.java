// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.falcon.cli.Cli;
import dev.falcon.mining.lists.SentenceColumns;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lists from a whole corpus, read by the Python libraries that train on them, which also take a
 * step of training on each form. The property {@code falcon.python} names another interpreter than
 * {@code python3}; a library that it has not is skipped.
 */
class TrainerLibrariesTest {
  private static final int ROWS = 40;
  private static final int DIMENSION = 8;
  private static final int NOT_INSTALLED = 77;

  @TempDir private Path folder;

  @BeforeEach
  void mine() {
    WordStore.write(folder.resolve("store"), ROWS, DIMENSION);
    mine("keys.jsonl", "--columns=n-tuple");
    mine(
        "n-tuple.parquet",
        "--columns=n-tuple",
        "--texts",
        batches("n-tuple"),
        "--batch-size=4",
        "--epochs=2");
    mine("triplet.parquet", "--columns=triplet", "--texts", "--output-scores");
    mine(
        "triplet-texts.parquet",
        "--columns=triplet",
        "--texts",
        batches("triplet-texts"),
        "--batch-size=4",
        "--epochs=2");
    mine("triplet.csv", "--columns=triplet", "--texts");
    mine("triplet.jsonl", "--columns=triplet", "--texts");
    mine("n-tuple-scores.parquet", "--columns=n-tuple", "--texts", "--output-scores");
    mine("labeled-pair.parquet", "--columns=labeled-pair", "--texts");
    mine("labeled-list.parquet", "--columns=labeled-list", "--texts");
    mine("flagembedding.jsonl", "--columns=flagembedding", "--output-scores");
    mine("ids.parquet", "--columns=ids", "--exclude=same-caption");
    mine("ids-scores.parquet", "--columns=ids", "--output-scores");
  }

  private String batches(String lists) {
    return "--batches=" + folder.resolve(lists + ".parquet.batches.parquet");
  }

  private void mine(String name, String... form) {
    List<Object> arguments =
        new ArrayList<>(
            List.of(
                "lists",
                "--quiet",
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
    run(!library.equals("contract"), "read", "read_lists.py", library, folder.toString());
  }

  @Test
  void sentenceTransformersTrainsOnEveryForm() throws Exception {
    Path python = Path.of(System.getProperty("falcon.home"), "python");
    List<String> arguments = new ArrayList<>(List.of(folder.toString(), python.toString()));
    Stream.of(SentenceColumns.values()).map(SentenceColumns::label).forEach(arguments::add);
    run(true, "trained", "train_on_lists.py", arguments.toArray(String[]::new));
  }

  /** Runs a script whose last line is the one given. */
  private void run(boolean maySkip, String last, String script, String... arguments)
      throws Exception {
    URL found = TrainerLibrariesTest.class.getResource("/trainers/" + script);
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("falcon.python", "python3"));
    command.add("-B");
    command.add(Path.of(found.toURI()).toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
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

    if (exitCode == NOT_INSTALLED && maySkip) {
      assertThat(output).startsWith("skipped: ").hasLineCount(1);
      assumeThat(exitCode).as(output).isZero();
    }
    assertThat(exitCode).as(output).isZero();
    assertThat(output).endsWith(last);
  }
}
