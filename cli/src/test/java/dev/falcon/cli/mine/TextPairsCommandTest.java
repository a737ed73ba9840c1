package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.cli.Cli;
import dev.falcon.data.RandomStream;
import dev.falcon.data.store.Side;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands over a store of 40 pairs of texts, in their own words. */
class TextPairsCommandTest {
  private static final int ROWS = 40;
  private static final int DIMENSION = 8;

  @TempDir private Path folder;
  private Path pairs;

  @BeforeEach
  void layOut() {
    pairs = store("pairs", true);
  }

  private Path store(String name, boolean texts) {
    Path file = folder.resolve(name);
    StoreOptions options =
        new StoreOptions(StoreLayout.ARROW, VectorType.FLOAT32, DIMENSION, ROWS, true, true, null)
            .withSides(texts ? Side.TEXTS : null);
    RandomStream random = RandomStream.of(1, "store");
    float[] vectors = new float[2 * DIMENSION];
    try (StoreWriter writer = StoreWriter.open(file, options, false)) {
      for (int row = 0; row < ROWS; row++) {
        for (int k = 0; k < DIMENSION; k++) {
          vectors[k] = (float) random.nextGaussian();
          vectors[DIMENSION + k] = vectors[k] + 0.3f * (float) random.nextGaussian();
        }
        writer.append(
            "k" + row,
            Optional.of("i" + row),
            Optional.of("passage " + row),
            texts ? Optional.of("query " + row) : Optional.empty(),
            vectors,
            0,
            vectors,
            DIMENSION);
      }
      writer.finish();
    }
    return file;
  }

  private Cli.Result mine(Path store, String plan, String... more) {
    List<Object> arguments =
        new ArrayList<>(
            List.of("mine", "--embeddings", store, "--batch-size=10", "--quantiles=falcon+"));
    arguments.add("--out=" + folder.resolve(plan));
    arguments.addAll(List.of(more));
    return Cli.launch(arguments.toArray());
  }

  @Test
  void aSecondWitnessForImagesIsRemarkedOn() {
    String remark = "attention: --second-witness is for texts on both sides";
    Cli.Result ofImages = mine(store("images", false), "a.parquet", "--second-witness=1");
    assertThat(ofImages.exitCode()).as(ofImages.errors()).isZero();
    assertThat(ofImages.errors()).contains(remark);
    assertThat(mine(pairs, "b.parquet", "--second-witness=1").errors()).doesNotContain(remark);
    assertThat(mine(folder.resolve("images"), "c.parquet").errors()).doesNotContain(remark);
  }

  @Test
  void summariesSayAnchorAndText() throws IOException {
    Cli.Result mined = mine(pairs, "plan.parquet");
    assertThat(mined.output()).contains("negatives of the same anchor: 0; with the same text: 0");
    Path page = folder.resolve("check.html");
    Cli.Result checked = Cli.launch("data", "check", pairs, "--html=" + page, "-q");
    assertThat(checked.exitCode()).as(checked.errors()).isZero();
    assertThat(checked.output())
        .contains("if a wrong text is a random one", "of 40 anchors have a near duplicate")
        .contains("own anchor first", "anchors ahead", "texts repeated")
        .doesNotContain("image", "caption");
    assertThat(Files.readString(page))
        .contains("Texts whose own anchor ranks lowest", "Near-duplicate anchors", "query 1")
        .doesNotContain(" image", "aption is", "captions");
  }

  @Test
  void judgesOfImagesSayWhatWorksForPairsOfTexts() throws IOException {
    Path data = folder.resolve("two.jsonl");
    Files.writeString(
        data,
        """
        {"anchor": "a query", "positive": "its passage"}
        {"anchor": "another query", "positive": "another passage"}
        """);
    Cli.Result audit =
        Cli.launch(
            "audit-fn",
            "--input-dataset=" + data,
            "--embeddings=" + pairs,
            "--out=" + folder.resolve("audit"),
            "-q");
    assertThat(audit.errors())
        .contains("two.jsonl: holds pairs of texts, and audits and models judge an image with a")
        .contains("a table of scores judges pairs of texts")
        .hasLineCount(1);
    assertThat(folder.resolve("audit")).doesNotExist();
  }
}
