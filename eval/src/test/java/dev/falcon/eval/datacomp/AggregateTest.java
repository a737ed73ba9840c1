// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.datacomp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.eval.Golden;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class AggregateTest {
  @Test
  void printsWhatTheOfficialAggregatorPrints() throws Exception {
    List<TaskResult> results =
        ResultFile.read(Golden.datacomp().resolve("expected/eval_results.jsonl"));
    String text = "";
    for (Aggregate aggregate : Aggregate.of(results)) {
      assertThat(aggregate.isComplete()).isTrue();
      text += String.format(Locale.ROOT, "%s: %.3f%n", aggregate.name(), aggregate.mean());
    }
    assertThat(text.strip())
        .isEqualTo(
            Files.readString(Golden.datacomp().resolve("expected/aggregate_scores.txt")).strip());
  }

  @Test
  void saysWhichTasksAMeanLacks() throws Exception {
    List<TaskResult> results =
        new ArrayList<>(ResultFile.read(Golden.datacomp().resolve("expected/eval_results.jsonl")));
    results.removeIf(result -> result.key().equals("imagenet_sketch"));
    List<Aggregate> aggregates = Aggregate.of(results);
    assertThat(aggregates.get(1).missing()).containsExactly("ImageNet Sketch");
    assertThat(aggregates.get(4).missing()).containsExactly("ImageNet Sketch");
    assertThat(aggregates.get(2).isComplete()).isTrue();
  }

  @Test
  void countsTheTasksAsTheSuiteDoes() {
    List<Aggregate> none = Aggregate.of(List.of());
    assertThat(none.stream().map(Aggregate::tasks)).containsExactly(1, 6, 13, 3, 38);
    assertThat(none.get(4).mean()).isNaN();
    assertThat(none.get(4).missing()).hasSize(38);
  }
}
