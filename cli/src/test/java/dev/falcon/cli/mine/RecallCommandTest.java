package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Cli;
import dev.falcon.data.file.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists with a recall on the command line: what is said of it, and where. */
class RecallCommandTest {
  private static final String FLAGS = "--direction=text-text --depth=10 --num-negatives=3";

  @TempDir private Path folder;

  private Cli.Result lists(int rows, String flags) {
    Path store = folder.resolve("store");
    if (!Files.exists(store)) {
      WordStore.write(store, rows, 6);
    }
    String line = "lists --quiet --embeddings=" + store + " " + FLAGS + " " + flags;
    Object[] words = (line.strip() + " --out=" + folder.resolve("lists.parquet")).split(" ", -1);
    return Cli.launch(words);
  }

  @Test
  void theMeasuredRecallStandsInTheSummaryTheSidecarAndThePage() {
    Path page = folder.resolve("page.html");

    Cli.Result result = lists(4_800, "--recall=0.95 --html=" + page);

    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.output())
        .contains("recall, measured by 1,000 queries: 9")
        .contains("%) of the negatives")
        .containsPattern(
            "looked into [0-9.]+ of [0-9]+ clusters per query, [0-9.]+ % of the pairs");
    Path sidecar = folder.resolve("lists.parquet.json");
    JsonNode recall = Json.readTree(sidecar).at("/summary/recall");
    assertThat(recall.at("/asked").asDouble()).isEqualTo(0.95);
    assertThat(recall.at("/candidates/low").asDouble()).isGreaterThanOrEqualTo(0.95);
    assertThat(recall.at("/negatives/items").asInt()).isEqualTo(3_000);
    assertThat(page)
        .content()
        .contains("recall of candidates", "recall of negatives", "compared pairs");
    Cli.Result again =
        Cli.launch("verify", folder.resolve("lists.parquet").toString(), "--again", "--quiet");
    assertThat(again.exitCode()).as(again.errors()).isZero();
  }

  @Test
  void aSmallCorpusIsSearchedExactlyWithAReason() {
    Path page = folder.resolve("page.html");

    Cli.Result result = lists(60, "--recall=0.95 --html=" + page);

    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.output()).contains("searched exactly: with 60 queries and 60 items");
    assertThat(page).content().contains("exact: with 60 queries");
  }

  @Test
  void anExactSearchSaysNothingOfRecall() {
    assertThat(lists(60, "").output()).doesNotContain("recall");
    assertThat(Json.readTree(folder.resolve("lists.parquet.json")).at("/summary").has("recall"))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.5", "1", "2", "NaN"})
  void aRecallThatCannotBeIsRefused(String recall) {
    Cli.Result result = lists(60, "--recall=" + recall);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors()).contains("recall must lie in [0.9, 1)").hasLineCount(1);
  }
}
