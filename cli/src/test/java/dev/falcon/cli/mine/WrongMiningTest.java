// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can never be mined, and plans in parts whose files are not as they were written. */
class WrongMiningTest {
  private static final int ROWS = 12;
  private static final int DIMENSION = 4;

  @TempDir private Path folder;

  /** A store of keys and vectors alone. */
  @BeforeEach
  void layOut() throws IOException {
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            DIMENSION,
            ROWS,
            false,
            false,
            Provenance.of("test", 0, Map.of(), List.of()));
    RandomStream random = RandomStream.of(1, "store");
    try (StoreWriter writer = StoreWriter.open(folder.resolve("store"), options, false)) {
      for (int row = 0; row < ROWS; row++) {
        float[] vectors = new float[DIMENSION];
        for (int k = 0; k < vectors.length; k++) {
          vectors[k] = (float) random.nextGaussian();
        }
        writer.append("k" + row, Optional.empty(), Optional.empty(), vectors, 0, vectors, 0);
      }
      writer.finish();
    }
    Files.writeString(folder.resolve("file"), "");
    Files.writeString(folder.resolve("there.parquet"), "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--quantiles=1 --range-min=-1 | 2 | range-min must be at least 0; range-min=-1",
        "--quantiles=gcbs --max-score=0.5 | 2 | omit range-min, range-max and max-score",
        "--quantiles=1 --search-space=4 --batch-size=8 | 2 | batch-size=8, search-space=4",
        "--quantiles=1 --run-length=0 | 2 | run-length must be at least 1; run-length=0",
        "--quantiles=kmeans:2.5 | 2 | kmeans takes a whole number; kmeans:2.5",
        "--quantiles=simans:3 | 2 | an offset of cosines must lie in [-2, 2]; offset=3.0",
        "--quantiles=1 --shard=0/2 --out={d}/file | 2 | file: is a file; name a folder for a plan",
        "--quantiles=1 --batch-size=4 --exclude=same-image | 1 | has no image_id, which excluding"
            + " samples of the same image",
        "--quantiles=1 --batch-size=4 --exclude=same-caption | 1 | has no captions, which"
            + " excluding",
        "--quantiles=1 --html={d}/a.html --shard=0/2 | 2 | not a task's share of it",
        "--quantiles=1 --batch-size=4 --html={d}/there.parquet | 2 | there.parquet: already exists;"
            + " name another file, or overwrite it (--overwrite)",
        "--quantiles=1 --spark --html={d}/a.html --out={d}/parts | 2 | omit --html",
      })
  void isRefusedInALine(String flags, int exitCode, String message) {
    String out = flags.contains("--out=") ? "" : "--out={d}/plan.parquet ";
    Object[] command =
        ("mine --embeddings={d}/store --quiet " + out + flags.strip())
            .replace("{d}", folder.toString())
            .split(" ", -1);

    Cli.Result result = Cli.launch(command);

    assertThat(result.errors().lines()).hasSize(1);
    assertThat(result.errors()).contains(message.strip()).doesNotContain("this is a bug");
    assertThat(result.exitCode()).isEqualTo(exitCode);
    assertThat(folder.resolve("plan.parquet")).doesNotExist();
  }

  private Path mined() {
    Path parts = folder.resolve("parts");
    Cli.Result result =
        Cli.launch(
            "mine",
            "--embeddings=" + folder.resolve("store"),
            "--quiet",
            "--quantiles=1",
            "--search-space=6",
            "--batch-size=3",
            "--shard=0/1",
            "--out=" + parts);
    assertThat(result.exitCode()).as(result.errors()).isZero();
    return parts;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "summary | AAAA | part-00000.parquet: its counts are damaged",
        "request | other | belongs to another request; remove it",
        "sha256 | 00 | part-00000.parquet: is not as it was written; remove it",
      })
  void aPartThatIsNotAsItWasWrittenIsNamed(String key, String value, String message)
      throws IOException {
    Path parts = mined();
    Path result = parts.resolve("part-00000.json");
    ObjectNode record = ((ObjectNode) Json.readTree(result)).put(key, value);
    Files.writeString(result, record.toString());
    refused("part-00000.json: is not as it was written; remove it", "merge", parts);
    record.remove("record_sha256");
    RecordFile.write(result, record);

    refused(message, "merge", parts);
  }

  @Test
  void aPlanOfPartsReplacesNoFile() {
    Path there = folder.resolve("there.parquet");
    refused(
        "there.parquet: already exists; name another file, or overwrite it (--overwrite)",
        "merge",
        mined(),
        "--out=" + there);
  }

  private static void refused(String message, Object... command) {
    Cli.Result result = Cli.launch(command);

    assertThat(result.errors().lines()).hasSize(1);
    assertThat(result.errors()).contains(message.strip()).doesNotContain("this is a bug");
    assertThat(result.exitCode()).isIn(1, 2);
  }
}
