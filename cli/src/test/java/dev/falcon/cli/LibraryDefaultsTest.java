// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.mining.Plans;
import dev.falcon.mining.lists.Lists;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library's short forms have the defaults of the commands: the same bytes. */
class LibraryDefaultsTest {
  private static final int ROWS = 240;
  private static final int DIMENSION = 16;

  @TempDir private Path folder;

  private EmbeddingStore store;

  @BeforeEach
  void write() throws IOException {
    Random random = new Random(5);
    try (StoreWriter writer = StoreWriter.to(folder.resolve("store"), DIMENSION)) {
      for (int row = 0; row < ROWS; row++) {
        float[] image = new float[DIMENSION];
        float[] text = new float[DIMENSION];
        for (int k = 0; k < DIMENSION; k++) {
          image[k] = (float) random.nextGaussian();
          text[k] = image[k] + (float) random.nextGaussian();
        }
        writer.append("k" + row, "i" + row / 2, "caption " + row, image, text);
      }
      writer.finish();
    }
    store = EmbeddingStore.open(folder.resolve("store"));
    Files.writeString(folder.resolve("veto.csv"), "key_a,key_b\nk1,k5\nk2,k9\n");
  }

  private void run(String words) {
    List<String> all = new ArrayList<>(List.of(words.split(" ")));
    all.replaceAll(word -> word.replace("FOLDER", folder.toString()));
    Cli.Result result = Cli.launch(all.toArray());
    assertThat(result.exitCode()).as(result.errors()).isZero();
  }

  private void assertSame(String one, String other) {
    assertThat(folder.resolve(one)).hasSameBinaryContentAs(folder.resolve(other));
  }

  @Test
  void aPlanIsThatOfTheCommand() {
    run("mine --embeddings FOLDER/store --search-space 120 --batch-size 24 --out FOLDER/a.csv");
    Plans.of(store).searchSpace(120).batchSize(24).to(folder.resolve("b.csv"));
    assertSame("a.csv", "b.csv");
    run(
        "mine --embeddings FOLDER/store --quantiles 0.9 --search-space 120 --batch-size 24"
            + " --epochs 2 --seed 7 --veto FOLDER/veto.csv --out FOLDER/a.csv --overwrite");
    List<String> notes = new ArrayList<>();
    Plans.of(store)
        .quantiles("0.9")
        .searchSpace(120)
        .batchSize(24)
        .epochs(2)
        .seed(7)
        .veto(folder.resolve("veto.csv"))
        .overwrite()
        .notes(notes::add)
        .to(folder.resolve("b.csv"));
    assertSame("a.csv", "b.csv");
  }

  @Test
  void thePapersPolicyNeedsItsGraph() {
    Path graph =
        Path.of(System.getProperty("falcon.home"), "onnx-models/scenes-tiny/onnx/scheduler.onnx");
    run(
        "mine --embeddings FOLDER/store --quantiles scheduler --search-space 120 --batch-size 24"
            + " --scheduler "
            + graph
            + " --out FOLDER/a.csv");
    Plans.of(store).scheduler(graph).searchSpace(120).batchSize(24).to(folder.resolve("b.csv"));
    assertSame("a.csv", "b.csv");
    Plans without = Plans.of(store).quantiles("scheduler").searchSpace(120).batchSize(24);
    assertThatThrownBy(() -> without.to(folder.resolve("c.csv")))
        .isInstanceOf(RequestException.class)
        .hasMessage("the policy scheduler needs the scheduler's graph");
  }

  @Test
  void listsAreThoseOfTheCommand() throws IOException {
    run("lists --embeddings FOLDER/store --direction text-image --out FOLDER/a.parquet");
    Lists.of(store, "text-image").to(folder.resolve("b.parquet"));
    assertSame("a.parquet", "b.parquet");
    run(
        "lists --embeddings FOLDER/store --direction text-text --depth 40 --relative-margin 0.05"
            + " --num-negatives 3 --range-min 2 --range-max 30 --columns n-tuple --texts --seed 7"
            + " --veto FOLDER/veto.csv --out FOLDER/a.jsonl");
    List<String> notes = new ArrayList<>();
    Lists.of(store, "text-text")
        .depth(40)
        .relativeMargin(0.05)
        .negatives(3)
        .range(2, 30)
        .columns("n-tuple")
        .texts()
        .seed(7)
        .veto(folder.resolve("veto.csv"))
        .overwrite()
        .notes(notes::add)
        .to(folder.resolve("b.jsonl"));
    assertSame("a.jsonl", "b.jsonl");
    Files.writeString(folder.resolve("known.csv"), "query_key,corpus_key\nk1,k2\nk3,k4\n");
    run(
        "lists --embeddings FOLDER/store --direction text-text --corpus FOLDER/store"
            + " --positives FOLDER/known.csv --columns tevatron --out FOLDER/a2.jsonl");
    Lists.of(store, "text-text")
        .corpus(EmbeddingStore.open(folder.resolve("store")))
        .positives(folder.resolve("known.csv"))
        .columns("tevatron")
        .to(folder.resolve("b2.jsonl"));
    assertSame("a2.jsonl", "b2.jsonl");
  }
}
