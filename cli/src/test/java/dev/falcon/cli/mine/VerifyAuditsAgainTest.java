// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.cli.Cli;
import dev.falcon.cli.Workbench;
import dev.falcon.data.file.Json;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Audits of every kind of judge and of lists that {@code falcon verify --again} makes again. */
class VerifyAuditsAgainTest {
  private static final String DATA = "scenes:train,captions-per-image=1,count=12";

  @TempDir private Path folder;
  private Workbench bench;

  /** All pairs of the first samples, the scores of a table for each, and labels for some. */
  @BeforeEach
  void writePairs() throws IOException {
    bench = new Workbench(folder);
    StringBuilder pairs = new StringBuilder("image_key,text_key\n");
    StringBuilder scores = new StringBuilder("image_key,text_key,score\n");
    StringBuilder truth = new StringBuilder("image_key,text_key,match\n");
    for (int image = 0; image < 12; image++) {
      for (int text = 0; text < 12; text++) {
        if (image == text) {
          continue;
        }
        String keys = Scenes.key(Split.TRAIN, image) + "," + Scenes.key(Split.TRAIN, text);
        pairs.append(keys).append('\n');
        scores.append(String.format(Locale.ROOT, "%s,0.%d%n", keys, (7 * image + text) % 90 + 10));
        if (image < 8) {
          truth.append(keys).append(',').append(text % 3 == 0).append('\n');
        }
      }
    }
    Files.writeString(folder.resolve("pairs.csv"), pairs);
    Files.writeString(folder.resolve("scores.csv"), scores);
    Files.writeString(folder.resolve("truth.csv"), truth);
  }

  private void audit(String more) {
    bench.made("audit-fn --input-dataset " + DATA + " " + more);
  }

  private void differs(String output) {
    bench.differs(
        output,
        output + "/audit.json",
        content -> content.put("rejected", 7),
        "audit.json: /rejected is 7, made again 0");
  }

  private JsonNode options(String output) throws IOException {
    return Json.readTree(folder.resolve(output).resolve("audit.json")).at("/provenance/options");
  }

  @Test
  void tablesOfScoresAndOfTruth() throws IOException {
    audit("--pairs :pairs.csv --scores elsewhere=:scores.csv --truth scenes --out :scored");
    bench.holds("scored");
    audit(
        "--pairs :pairs.csv --scores elsewhere=:scores.csv:probability --scores other=:scores.csv"
            + " --model tiny="
            + Workbench.MODEL
            + " --truth :truth.csv --target-precision 0.9 --calibrate-on :truth.csv --out :both");
    bench.holds("both");
    assertThat(options("both").path("device").asText()).isEqualTo("cpu");
    assertThat(options("scored").has("device")).isFalse();
    differs("both");
    audit("--pairs :pairs.csv --calibrate-on :truth.csv --scores e=:scores.csv --out :fitted");
    bench.holds("fitted");

    Path scores = folder.resolve("scores.csv");
    Files.writeString(scores, Files.readString(scores).replaceFirst(",0\\.1", ",0.2"));
    Cli.Result changed = bench.again("scored");
    assertThat(changed.exitCode()).isEqualTo(1);
    assertThat(changed.output()).contains("DIFFERS   scores.csv: changed", "not done  made again");
  }

  @Test
  void labelsOfPeople() throws Exception {
    audit("--pairs :pairs.csv --scores elsewhere=:scores.csv --truth scenes --out :drawn");
    for (String name : new String[] {"ann", "ben"}) {
      try (ScriptedAnnotator annotator =
          new ScriptedAnnotator(
              folder.resolve("drawn"),
              "--input-dataset=" + DATA,
              "--count=20",
              "--annotator=" + name,
              "--quiet")) {
        annotator.answer(100, caption -> caption.contains("red"));
        assertThat(annotator.finish()).as(annotator.errors()).isZero();
      }
    }
    String labelled = "--pairs :pairs.csv --labels :drawn/labels ";
    audit(labelled + "--scores elsewhere=:scores.csv:probability --out :counted");
    bench.holds("counted");
    audit(labelled + "--scores elsewhere=:scores.csv --truth :truth.csv --out :by-both");
    bench.holds("by-both");
    differs("by-both");
    audit(
        labelled
            + "--model tiny="
            + Workbench.MODEL
            + " --truth scenes --calibrate-on :truth.csv --out :modelled");
    bench.holds("modelled");

    Path answers = folder.resolve("drawn/labels/ann.jsonl");
    Files.writeString(
        answers, Files.readString(answers).replaceFirst("\"match\":true", "\"match\":false"));
    Cli.Result changed = bench.again("counted");
    assertThat(changed.exitCode()).isEqualTo(1);
    assertThat(changed.output()).contains("DIFFERS   ann.jsonl: changed", "not done  made again");
  }

  @Test
  void listsOfNegatives() {
    bench.made("embed --input-dataset " + DATA + " --out :store --model " + Workbench.MODEL);
    bench.made(
        "lists --embeddings :store --direction image-text --num-negatives 2"
            + " --out :lists.parquet");
    audit("--embeddings :store --lists :lists.parquet --truth scenes --out :audit");
    bench.holds("audit");
    bench.made(
        "lists --embeddings :store --num-negatives 2 --direction"
            + " text-image --out :corpus.jsonl");
    audit("--lists :corpus.jsonl --out :of-corpus");
    bench.holds("of-corpus");
    bench.differs(
        "of-corpus",
        "of-corpus/audit.json",
        content -> ((ObjectNode) content.at("/strata/0")).put("population", 1),
        "audit.json: /strata/0/population is 1, made again 3");
  }
}
