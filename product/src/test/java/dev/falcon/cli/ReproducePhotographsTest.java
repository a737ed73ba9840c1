// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import dev.falcon.data.image.Png;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A comparison on generated pictures in folders, whose gate is closed and then passed over. */
class ReproducePhotographsTest {
  private static final String COMPARISON =
      """
      name: tiny
      preset: scenes-tiny
      seeds: 1
      baseline: uniform
      pace: uniform
      gate: {variant: uniform, matching_below: 1.0e-9, reranking_above: 0.0}
      set:
      %s
        data.text.max_tokens: 16
        evaluation.rerank: 4
      variants:
        - {name: uniform, set: {method.name: uniform}}
        - {name: oracle, set: {method.name: oracle}}
      """;

  @TempDir private Path folder;

  private Cli.Result reproduce(String... more) {
    List<Object> all = new ArrayList<>();
    Collections.addAll(all, "reproduce", "photographs", "--data", folder.resolve("data"));
    Collections.addAll(all, "--comparison", folder.resolve("comparison.yaml"));
    Collections.addAll(all, "--out", folder.resolve("out"), "--pairs", 40, "--held-images", 8);
    Collections.addAll(all, "--colours", 0.5, "--quiet");
    Collections.addAll(all, (Object[]) more);
    return Cli.launch(all.toArray());
  }

  @Test
  void runsTheGateFirstAndTheOthersWhereItIsPassedOver() throws IOException {
    for (String kind : List.of("cat", "dog", "ship")) {
      Path below = Files.createDirectories(folder.resolve("data").resolve(kind));
      for (int i = 0; i < 20; i++) {
        byte[] pixels = new byte[3 * 16 * 16];
        for (int at = 0; at < pixels.length; at++) {
          pixels[at] = (byte) (at * i + kind.hashCode());
        }
        Files.write(below.resolve(i + ".png"), Png.encode(pixels, 16, 16));
      }
    }
    Files.writeString(
        folder.resolve("comparison.yaml"), COMPARISON.formatted(TinyRuns.keys().indent(2)));
    Cli.Result closed = reproduce("--json");
    assertThat(closed.exitCode()).as(closed.errors()).isEqualTo(1);
    assertThat(closed.errors())
        .contains("the gate is closed: under uniform (n = 1) matching's loss is")
        .contains("--despite-gate runs them");
    JsonNode told = Json.mapper().readTree(closed.output());
    assertThat(told.at("/gate/open").asBoolean()).isFalse();
    assertThat(told.at("/variants/0/runs/0/status").asText()).isEqualTo("finished");
    assertThat(told.at("/variants/1/runs/0/status").asText()).isEqualTo("missing");

    Cli.Result despite = reproduce("--despite-gate", "--json");
    assertThat(despite.exitCode()).as(despite.errors()).isZero();
    JsonNode oracle = Json.mapper().readTree(despite.output()).at("/variants/1/runs/0");
    assertThat(oracle.get("status").asText()).as(despite.errors()).isEqualTo("finished");
    assertThat(oracle.at("/values/truth_txt_r1").isNumber()).isTrue();
    assertThat(oracle.at("/values/fn_next").isNumber()).isTrue();
    assertThat(folder.resolve("out/report.html")).content().contains("The gate is closed");

    assertThat(reproduce("--generality=0.2").errors())
        .contains("holds photographs of other options")
        .hasLineCount(1);
    assertThat(Cli.launch("reproduce", "photographs", "--out", folder).exitCode()).isEqualTo(2);
  }
}
