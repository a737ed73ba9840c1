// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Provenance;
import dev.falcon.data.RandomStream;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreManifest;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Search spaces drawn from a plan of a store without a manifest, whose files are its inputs. */
class VerifySampleTest {
  private static final int DIMENSION = 8;

  @TempDir private Path folder;
  private Path store;
  private Path plan;

  @BeforeEach
  void mine() throws IOException {
    store = folder.resolve("store");
    StoreOptions options =
        new StoreOptions(
            StoreLayout.CLIP_RETRIEVAL,
            VectorType.FLOAT32,
            DIMENSION,
            60,
            true,
            true,
            Provenance.of("test", 0, Map.of(), List.of()));
    RandomStream random = RandomStream.of(1, "store");
    try (StoreWriter writer = StoreWriter.open(store, options, false)) {
      float[] vectors = new float[2 * DIMENSION];
      for (int row = 0; row < 60; row++) {
        for (int k = 0; k < vectors.length; k++) {
          vectors[k] = (float) random.nextGaussian();
        }
        writer.append(
            "k" + row, Optional.empty(), Optional.empty(), vectors, 0, vectors, DIMENSION);
      }
      writer.finish();
    }
    Files.delete(store.resolve(StoreManifest.FILE_NAME));
    plan = folder.resolve("plan.parquet");
    String[] sizes = {"--search-space", "12", "--batch-size", "4"};
    Cli.Result mined =
        Cli.launch(
            Stream.concat(
                    Stream.of("mine", "--quiet", "--embeddings", store, "--out", plan),
                    Stream.of(sizes))
                .toArray());
    assertThat(mined.exitCode()).as(mined.errors()).isZero();
  }

  private Cli.Result sample() {
    return Cli.launch("verify", "--quiet", plan, "--sample", 2);
  }

  @Test
  void drawnSpacesAreComparedWithThePlan() throws IOException {
    Cli.Result equal = sample();
    assertThat(equal.exitCode()).as(equal.output() + equal.errors()).isZero();
    assertThat(equal.output()).contains("2 of 5 search spaces made again, all rows are equal");
  }

  @Test
  void listsHaveNoSpacesAndAPlanOfOneIsNamedInTheSingular() {
    Path lists = folder.resolve("lists.parquet");
    Cli.launch(
        "lists", "--quiet", "--embeddings", store, "--direction", "text-image", "--out", lists);
    Cli.Result refused = Cli.launch("verify", "--quiet", lists, "--sample", 2);
    assertThat(refused.exitCode()).as(refused.output()).isEqualTo(2);
    assertThat(refused.output())
        .contains("inputs: 3 of 3")
        .contains("not done  made again: --sample draws search spaces, which only plans have;");
    Path one = folder.resolve("one.parquet");
    Cli.launch(
        "mine",
        "--quiet",
        "--embeddings",
        store,
        "--out",
        one,
        "--search-space",
        60,
        "--batch-size",
        4);
    Cli.Result whole = Cli.launch("verify", "--quiet", one, "--sample", 3);
    assertThat(whole.output()).contains("1 of 1 search space made again, all rows are equal");
  }

  @Test
  void filesThatAreRightInDifferentFoldersAreNotMined() throws IOException {
    Path copy = folder.resolve("work/copy");
    try (Stream<Path> files = Files.walk(store)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = copy.resolve(store.relativize(file));
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    change(store.resolve("text_emb"));
    change(copy.resolve("img_emb"));
    Cli.Result result = sample();
    assertThat(result.output()).contains("inputs: 3 of 3");
    assertThat(result.exitCode()).as(result.output() + result.errors()).isEqualTo(2);
    assertThat(result.output() + result.errors()).contains("cannot be made again");
  }

  private static void change(Path folder) throws IOException {
    Path changed;
    try (Stream<Path> files = Files.list(folder)) {
      changed = files.findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(changed);
    bytes[bytes.length - 1] ^= 1;
    Files.write(changed, bytes);
  }
}
